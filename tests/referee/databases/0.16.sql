PRAGMA application_id = 1464357445;
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
) STRICT;
INSERT INTO "_sqlite_migrations" VALUES(1,'referee','0001 first','2026-12-01 05:52:01.456120+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'referee','0002 reachability','2026-12-01 05:52:01.456405+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'referee','0003 life by mail','2026-12-01 05:52:01.459778+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'referee','0004 letters again','2026-12-01 05:52:01.460693+00:00');
INSERT INTO "_sqlite_migrations" VALUES(5,'referee','0005 clocks','2026-12-01 05:52:01.461146+00:00');
INSERT INTO "_sqlite_migrations" VALUES(6,'referee','0006 orders before','2026-12-01 05:52:01.461406+00:00');
INSERT INTO "_sqlite_migrations" VALUES(7,'referee','0007 digests','2026-12-01 05:52:01.462112+00:00');
INSERT INTO "_sqlite_migrations" VALUES(8,'referee','0008 results','2026-12-01 05:52:01.462852+00:00');
INSERT INTO "_sqlite_migrations" VALUES(9,'referee','0009 corrections','2026-12-01 05:52:01.468023+00:00');
INSERT INTO "_sqlite_migrations" VALUES(10,'referee','0010 tournaments','2026-12-01 05:52:01.468975+00:00');
INSERT INTO "_sqlite_migrations" VALUES(11,'referee','0011 punctuality','2026-12-01 05:52:01.469307+00:00');
INSERT INTO "_sqlite_migrations" VALUES(12,'referee','0012 archive','2026-12-01 05:52:01.470292+00:00');
INSERT INTO "_sqlite_migrations" VALUES(13,'referee','0013 mailboxes','2026-12-01 05:52:01.476625+00:00');
INSERT INTO "_sqlite_migrations" VALUES(14,'referee','0014 ratings','2026-12-01 05:52:01.477704+00:00');
INSERT INTO "_sqlite_migrations" VALUES(15,'referee','0015 digests of orders','2026-12-01 05:52:01.479255+00:00');
INSERT INTO "_sqlite_migrations" VALUES(16,'referee','0016 more digests','2026-12-01 05:52:01.482677+00:00');
CREATE TABLE acts (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at TEXT NOT NULL,
        who TEXT NOT NULL,
        act TEXT NOT NULL,
        game INTEGER REFERENCES games (id),
        reason TEXT,
        facts TEXT NOT NULL
    , digest TEXT) STRICT;
INSERT INTO "acts" VALUES(1,'2026-03-01T12:30:15.123456+00:00','director','start',1,'for the record','{"wizards":3}','c9ba85d85649920a99780961854b0bd5a4d6250560f78d9f24aa7fd8a659141e');
CREATE TABLE announcements (
        tournament INTEGER NOT NULL REFERENCES tournaments (id),
        kind TEXT NOT NULL,
        mark TEXT NOT NULL,
        sent_at TEXT NOT NULL,
        PRIMARY KEY (tournament, kind, mark)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "announcements" VALUES(1,'event','open','2026-03-01T12:30:15.123456+00:00');
CREATE TABLE archive (
        game INTEGER PRIMARY KEY REFERENCES games (id),
        record BLOB NOT NULL,
        digest BLOB NOT NULL
    ) STRICT;
INSERT INTO "archive" VALUES(2,X'78DACD56416FDC44146E722052A49C109C40B27C258D6CEF7AE35D2152A4B402A9878820F510AD56E399E75D37E3B13533CE26B4910A070442488DF80385EE6ED2A08284F80139E4C8012E48A904E7FE012E0851DED8CE76D33669106AC565BD33F3E6BDF77DDF7BCFFE64A449C8417D3AD4B9146AE78B6F623633E89204A60766676A9011A947229509E1A3543290EAC1D42F6B37EC7EFC1191CC6ED9CB00F6BC4D39C91528BB85477A2B033CE811C1F0A4477864B744CEF9BCCD638127EEBCAD6153A30951D6FB56C68128282C8571C821D2B8EA82C20C8CA3655CA93CBC0E54978EB6E79F1FC43B3B888CBBBD9351AE3D15A56DE28C715EDE78D138575F0ACE9567E06C8F60038446691F3DC6555D31619F10DB544601CF1407EE96E5619B752C0D376B8566D7EC761B1301CE8E53EEC58C81E844324DD0AA3D81EF59C14AC6CF11CC10B7F22F82A90C38B728518699E2D172CA3F20C7710B23A34A2F364EE7ED0803E79C54143EC16F298C33416DE526DCEA308848CE714BCB1C8A9D88701E12BA7EBCC562457B4476117F0BCF146EA58242B598C8BC8FCC142485108BEEE9B956A0266E1A1A2DCA53555C3F85D4EDF6904448C283E9E51BB6CCB929743B44135E44210684AD7B5BC999C29402963D2270948CEBA617EB4E96C6586878CF47879A68734A785CC000812C089D4061B1867A8644ACC358D172D521FAB1C44AA772ABECC6D3D2194B53345C394E4AD9CAA63FAB6630059A97E5A17AA9D49D30E5BA93ABB15086E10A6329C5FF03E3EA04C695FF8C112D925498EEA8521679128E17985E961963B390A08A522F06CB77845DCF594C910183E8C8F21CAF71D1A95D74DC0F5DAF557390A105D7ABD5FDC65B8ED3729C7B1B69CC0ADB83118BCD4C38B47EFDFBABB5371E3A4B5FBFFEE7D2D51FFF7AAD7FEBE1EA2BDB5F7A371FFD7CE78FDF6EBD3B0A41E1A583EAEDB4F3F9C4EB6B7AF2F5355040F4D46E35C18F7E7A01137CE5A54CF02B4F4FF03D9A267851C3D4087F51A8996F2550C0923B1FF115DB47977C1FC087462308EABEE7FAACC1BCC52820CCA3CDC5D00958DD779BF5260D6AE0D66B75D4CAF369E045CD7A9DFAC16250BB5FAAD00901C725DC1E6658106AE733FCAC983EF1595168B18F39C6596C5AE1EE9AD71EF6F1B21A7E80892CED2ADC3D5FEA15E02193A4AF6EEFA5B9EE62FF75777EBFF0AAF99AD94F3003D2854ECC7E78BB9B0AB8049BC490B590CAEE3BF7C6297C4F84983CBA0F6203789A41D12977EEA2F7437BB5A4BD65114B4286CD32373B37BB9A5AB1B6FAE863616E76B75266EFD862B01E0B36AAFE971414E04B22AAEC0FF6A98473B7C988E5702EC33D82CE934CAB0BC3620E0D0CABFB1C5F0E1D90329507C7341FEC2624E661BA39C0A7185783E7B8149AA1B748030A8E5F7703DF755C88C2C0759A91EB070DB741DC7AE8124682E622A979117380FAC4A70D1279CDDD129DFA78E6F0CD2BC862CB6270827F43DFD5F7AC957F00523F9582',X'055EC752F569E4DEE8F2E9AF7848E7AB9E2928537500F1FAD0479FFFB2EDF7FC');
CREATE TABLE archived_addresses (
        address TEXT NOT NULL,
        game INTEGER NOT NULL REFERENCES archive (game),
        PRIMARY KEY (address, game)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "archived_addresses" VALUES('ann@example.org',2);
CREATE TABLE challenges (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        player INTEGER NOT NULL REFERENCES players (id),
        terms TEXT NOT NULL,
        size INTEGER NOT NULL CHECK (size BETWEEN 2 AND 12),
        state TEXT NOT NULL,
        created_at TEXT NOT NULL,
        expires_at TEXT NOT NULL,
        game INTEGER REFERENCES games (id)
    , mailbox TEXT NOT NULL DEFAULT 'main', digest TEXT) STRICT;
INSERT INTO "challenges" VALUES(1,1,'{"turn":"P3D","weekdays":false,"at":null,"zone":"UTC","grace":"PT43200S","bank":"P0D","cool_off":"P0D","rules":"bartle","wizards":3,"rated":false,"anonymous":false,"press":"signed","silence":{"kind":"surrender","after":3},"watchers_behind":0}',3,'open','2026-03-01T12:30:15.123456+00:00','2026-03-08T12:30:15.123456+00:00',NULL,'main','8d4bab0a68228dc5d7e7a86f124804d2c4520c25b1c5b5949022e5253bf27b21');
CREATE TABLE climbs (
        tournament INTEGER NOT NULL REFERENCES tournaments (id),
        number INTEGER NOT NULL,
        challenger TEXT NOT NULL,
        challenged TEXT NOT NULL,
        made_at TEXT NOT NULL,
        PRIMARY KEY (tournament, number)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "climbs" VALUES(1,1,'Ann','Bob','2026-03-01T12:30:15.123456+00:00');
CREATE TABLE confirmations (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        address TEXT NOT NULL,
        player INTEGER REFERENCES players (id),
        facts TEXT NOT NULL,
        created_at TEXT NOT NULL,
        expires_at TEXT NOT NULL,
        done_at TEXT
    ) STRICT;
INSERT INTO "confirmations" VALUES(1,'forget','bob@example.org',2,'{}','2026-03-01T12:30:15.123456+00:00','2026-03-08T12:30:15.123456+00:00',NULL);
CREATE TABLE draws (
        game INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        offered_at TEXT NOT NULL,
        PRIMARY KEY (game, turn, seat),
        FOREIGN KEY (game, seat) REFERENCES seats (game, number)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "draws" VALUES(1,7,2,'2026-03-01T12:30:15.123456+00:00');
CREATE TABLE entrants (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        tournament INTEGER NOT NULL REFERENCES tournaments (id),
        player INTEGER NOT NULL REFERENCES players (id),
        name TEXT NOT NULL,
        games_at_once INTEGER NOT NULL,
        rating REAL NOT NULL,
        first_round INTEGER NOT NULL,
        last_round INTEGER,
        struck_from INTEGER,
        drawn_as TEXT NOT NULL,
        joined_at TEXT NOT NULL,
        UNIQUE (tournament, name)
    ) STRICT;
INSERT INTO "entrants" VALUES(1,1,1,'Ann',2,1600.0,1,NULL,NULL,'','2026-03-01T12:30:15.123456+00:00');
INSERT INTO "entrants" VALUES(2,1,2,'Bob',1,1500.0,1,NULL,NULL,'','2026-03-01T12:30:15.123456+00:00');
CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        state TEXT NOT NULL,
        reason TEXT,
        title TEXT,
        rules TEXT NOT NULL,
        salt TEXT NOT NULL,
        opening TEXT NOT NULL,
        duel TEXT NOT NULL,
        turn INTEGER NOT NULL,
        part TEXT NOT NULL,
        created_at TEXT NOT NULL,
        ended_at TEXT
    , terms TEXT NOT NULL DEFAULT '{}', clock TEXT, look_at TEXT, ending TEXT, epoch INTEGER NOT NULL DEFAULT 0, corrected_at TEXT, archived_at TEXT, mailbox TEXT NOT NULL DEFAULT 'main', digest TEXT) STRICT;
INSERT INTO "games" VALUES(1,'running',NULL,NULL,'bartle','pepper','{"rules":"bartle","salt":"pepper","turn":0,"part":"normal","wizards":[{"name":"Ann","hit_points":15,"state":"alive","enchantments":[],"banked":null,"banked_at":null,"history":[],"cut":0,"short_bolt_used":false},{"name":"Bob","hit_points":15,"state":"alive","enchantments":[],"banked":null,"banked_at":null,"history":[],"cut":0,"short_bolt_used":false},{"name":"Cyd","hit_points":15,"state":"alive","enchantments":[],"banked":null,"banked_at":null,"history":[],"cut":0,"short_bolt_used":false}],"monsters":[],"numbers":[],"stopped":[],"result":null}','{"rules":"bartle","salt":"pepper","turn":6,"part":"normal","wizards":[{"name":"Ann","hit_points":15,"state":"alive","enchantments":[],"banked":null,"banked_at":null,"history":[{"turn":1,"part":"normal","half":0,"left":"F","right":"W","held":null,"hidden_from":[]},{"turn":2,"part":"normal","half":0,"left":"S","right":"W","held":null,"hidden_from":[]},{"turn":3,"part":"normal","half":0,"left":"S","right":"S","held":null,"hidden_from":[]},{"turn":4,"part":"normal","half":0,"left":"D","right":"P","held":null,"hidden_from":[]},{"turn":5,"part":"normal","half":0,"left":"D","right":"S","held":null,"hidden_from":[]},{"turn":6,"part":"normal","half":0,"left":"P","right":"F","held":null,"hidden_from":[]}],"cut":0,"short_bolt_used":false},{"name":"Bob","hit_points":15,"state":"alive","enchantments":[],"banked":null,"banked_at":null,"history":[{"turn":1,"part":"normal","half":0,"left":"D","right":"D","held":null,"hidden_from":[]},{"turn":2,"part":"normal","half":0,"left":"S","right":"P","held":null,"hidden_from":[]},{"turn":3,"part":"normal","half":0,"left":"F","right":"P","held":null,"hidden_from":[]},{"turn":4,"part":"normal","half":0,"left":"W","right":"S","held":null,"hidden_from":[]},{"turn":5,"part":"normal","half":0,"left":"W","right":"P","held":null,"hidden_from":[]},{"turn":6,"part":"normal","half":0,"left":"F","right":"F","held":null,"hidden_from":[]}],"cut":0,"short_bolt_used":false},{"name":"Cyd","hit_points":15,"state":"alive","enchantments":[],"banked":null,"banked_at":null,"history":[{"turn":1,"part":"normal","half":0,"left":">","right":"D","held":null,"hidden_from":[]},{"turn":2,"part":"normal","half":0,"left":"P","right":"S","held":null,"hidden_from":[]},{"turn":3,"part":"normal","half":0,"left":"D","right":"F","held":null,"hidden_from":[]},{"turn":4,"part":"normal","half":0,"left":"S","right":"S","held":null,"hidden_from":[]},{"turn":5,"part":"normal","half":0,"left":"F","right":"F","held":null,"hidden_from":[]},{"turn":6,"part":"normal","half":0,"left":"P","right":"W","held":null,"hidden_from":[]}],"cut":0,"short_bolt_used":false}],"monsters":[{"name":"goblin 1","kind":"goblin","hit_points":1,"controller":"Bob","alive":true,"enchantments":[],"standing":null,"last":[],"meant":[],"merged":false},{"name":"goblin 2","kind":"goblin","hit_points":1,"controller":"Cyd","alive":true,"enchantments":[],"standing":null,"last":[],"meant":[],"merged":false}],"numbers":[["goblin",2]],"stopped":[],"result":null}',6,'normal','2026-03-01T12:30:15.123456+00:00',NULL,'{"turn":"P3D","weekdays":false,"at":null,"zone":"UTC","grace":"PT43200S","bank":"P0D","cool_off":"P0D","rules":"bartle","wizards":2,"rated":false,"anonymous":false,"press":"signed","silence":{"kind":"surrender","after":3},"watchers_behind":0}',NULL,NULL,NULL,0,NULL,NULL,'main','aed3f72f963a04f9d942903b085b29bb5041df116dea1f82773139a6b250c0ef');
INSERT INTO "games" VALUES(2,'finished',NULL,NULL,'bartle','thyme','{"rules":"bartle","salt":"thyme","turn":0,"part":"normal","wizards":[{"name":"Dee","hit_points":15,"state":"alive","enchantments":[],"banked":null,"banked_at":null,"history":[],"cut":0,"short_bolt_used":false},{"name":"Eve","hit_points":15,"state":"alive","enchantments":[],"banked":null,"banked_at":null,"history":[],"cut":0,"short_bolt_used":false}],"monsters":[],"numbers":[],"stopped":[],"result":null}','{"rules":"bartle","salt":"thyme","turn":1,"part":"normal","wizards":[{"name":"Dee","hit_points":15,"state":"alive","enchantments":[],"banked":null,"banked_at":null,"history":[{"turn":1,"part":"normal","half":0,"left":"D","right":"W","held":null,"hidden_from":[]}],"cut":0,"short_bolt_used":false},{"name":"Eve","hit_points":15,"state":"alive","enchantments":[],"banked":null,"banked_at":null,"history":[{"turn":1,"part":"normal","half":0,"left":"S","right":"P","held":null,"hidden_from":[]}],"cut":0,"short_bolt_used":false}],"monsters":[],"numbers":[],"stopped":[],"result":null}',1,'normal','2026-03-01T12:30:15.123456+00:00','2026-03-01T12:30:15.123456+00:00','{"turn":"P3D","weekdays":false,"at":null,"zone":"UTC","grace":"PT43200S","bank":"P0D","cool_off":"P0D","rules":"bartle","wizards":2,"rated":false,"anonymous":false,"press":"signed","silence":{"kind":"surrender","after":3},"watchers_behind":0}',NULL,NULL,'draw by agreement',0,NULL,'2026-03-01T12:30:15.123456+00:00','main','2f1321c555a39e7680a38bc6e3866c4ef515249e976ef67569d607001f2a34cb');
CREATE TABLE invited (
        challenge INTEGER NOT NULL REFERENCES challenges (id),
        player INTEGER NOT NULL REFERENCES players (id),
        answer TEXT NOT NULL,
        answered_at TEXT,
        PRIMARY KEY (challenge, player)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "invited" VALUES(1,2,'waited for',NULL);
INSERT INTO "invited" VALUES(1,3,'accepted','2026-03-01T12:30:15.123456+00:00');
CREATE TABLE letters (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        folder TEXT NOT NULL,
        uidvalidity INTEGER NOT NULL,
        uid INTEGER NOT NULL,
        sha256 BLOB NOT NULL UNIQUE,
        raw BLOB NOT NULL,
        size INTEGER NOT NULL,
        arrived_at TEXT NOT NULL,
        stored_at TEXT NOT NULL,
        state TEXT NOT NULL,
        kind TEXT,
        sender TEXT,
        subject TEXT,
        game INTEGER REFERENCES games (id),
        attempts INTEGER NOT NULL DEFAULT 0,
        error TEXT,
        verdict TEXT,
        handled_at TEXT, mail_key BLOB, words_key BLOB, mailbox TEXT NOT NULL DEFAULT 'main',
        UNIQUE (folder, uidvalidity, uid)
    ) STRICT;
INSERT INTO "letters" VALUES(1,'INBOX',7,0,X'7EA52210C40CF6E2B2333E461F85D9411D13C7C693FDB5133F01C2E4E534124A',X'46726F6D3A20616E6E406578616D706C652E6F72670D0A0D0A4C4820462030',31,'2026-03-01T12:30:15.123456+00:00','2026-03-01T13:30:15.123456+00:00','stored',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,'main');
INSERT INTO "letters" VALUES(2,'INBOX',7,1,X'269080CCBCFC1DABA1B0C2982EB6ACA9DB8F036BE31B1B2D7E705EF258F07576',X'46726F6D3A20616E6E406578616D706C652E6F72670D0A0D0A4C4820462031',31,'2026-03-01T12:30:15.123456+00:00','2026-03-01T13:30:15.123456+00:00','handled','message',NULL,NULL,1,0,NULL,'processed','2026-03-01T12:30:15.123456+00:00',NULL,NULL,'main');
INSERT INTO "letters" VALUES(3,'INBOX',7,2,X'4018004DCB2E3930191D2C31FEE2C3051353C6DF6DE7BE4E781D1F01736C9683',X'46726F6D3A20616E6E406578616D706C652E6F72670D0A0D0A4C4820462032',31,'2026-03-01T12:30:15.123456+00:00','2026-03-01T13:30:15.123456+00:00','set aside','message',NULL,NULL,1,0,NULL,'processed','2026-03-01T12:30:15.123456+00:00',NULL,NULL,'main');
INSERT INTO "letters" VALUES(4,'INBOX',7,3,X'C80B5B703DFB254BDD385B76943D98319D37500EF09818B2A4192034227243C3',X'46726F6D3A20616E6E406578616D706C652E6F72670D0A0D0A4C4820462033',31,'2026-03-01T12:30:15.123456+00:00','2026-03-01T13:30:15.123456+00:00','rejected','message',NULL,NULL,1,0,NULL,'processed','2026-03-01T12:30:15.123456+00:00',NULL,NULL,'main');
INSERT INTO "letters" VALUES(5,'INBOX',7,4,X'246020FF2350376BA0E243DAC177114A71E7AC23339D55490CCDC4C5AC41B017',X'46726F6D3A20616E6E406578616D706C652E6F72670D0A0D0A4C4820462034',31,'2026-03-01T12:30:15.123456+00:00','2026-03-01T13:30:15.123456+00:00','unconfirmed','message',NULL,NULL,1,0,NULL,'processed','2026-03-01T12:30:15.123456+00:00',NULL,NULL,'main');
INSERT INTO "letters" VALUES(6,'INBOX',7,5,X'D441130D2010F0468AA34732A52257E77747DB37C9B21608537B4FB61CE9C37A',X'46726F6D3A20616E6E406578616D706C652E6F72670D0A0D0A4C4820462035',31,'2026-03-01T12:30:15.123456+00:00','2026-03-01T13:30:15.123456+00:00','closed','message',NULL,NULL,1,0,NULL,'processed','2026-03-01T12:30:15.123456+00:00',NULL,NULL,'main');
INSERT INTO "letters" VALUES(7,'INBOX',7,70,X'4B187B44F8BF0DFB9D2E6DE99A6CBEC2B9CCD5009315A0CC14822B423D833F56',X'',29,'2026-03-01T12:30:15.123456+00:00','2026-03-01T13:30:15.123456+00:00','handled','message',NULL,NULL,2,0,NULL,'processed','2026-03-01T12:30:15.123456+00:00',NULL,NULL,'main');
CREATE TABLE looks (
        mailbox TEXT PRIMARY KEY,
        looked_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
INSERT INTO "looks" VALUES('main','2026-03-08T12:30:15.123456+00:00');
CREATE TABLE offers (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        game INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        holder INTEGER NOT NULL,
        leaver INTEGER NOT NULL REFERENCES players (id),
        player INTEGER NOT NULL REFERENCES players (id),
        state TEXT NOT NULL,
        offered_at TEXT NOT NULL,
        expires_at TEXT NOT NULL,
        FOREIGN KEY (game, seat) REFERENCES seats (game, number)
    ) STRICT;
CREATE TABLE orders (
        game INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        part TEXT NOT NULL,
        seat INTEGER NOT NULL,
        clauses TEXT NOT NULL,
        complete INTEGER NOT NULL CHECK (complete IN (0, 1)),
        letter INTEGER REFERENCES letters (id),
        received_at TEXT NOT NULL, digest TEXT,
        PRIMARY KEY (game, turn, part, seat),
        FOREIGN KEY (game, seat) REFERENCES seats (game, number)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "orders" VALUES(1,7,'normal',1,'[{"type":"hand","half":null,"line":1,"text":"as I please","hand":"left","gesture":">","subject":null},{"type":"hand","half":null,"line":2,"text":"as I please","hand":"right","gesture":"W","subject":null}]',1,1,'2026-03-01T12:30:15.123456+00:00','a92270a737de58e9dc5e5e52ff2ac51082863d8dcfdcd0e95dfc2ce172cf1e7c');
CREATE TABLE orders_before (
            game INTEGER NOT NULL,
            turn INTEGER NOT NULL,
            part TEXT NOT NULL,
            seat INTEGER NOT NULL,
            clauses TEXT,
            complete INTEGER CHECK (complete IN (0, 1)), digest TEXT,
            PRIMARY KEY (game, turn, part, seat),
            FOREIGN KEY (game, seat) REFERENCES seats (game, number)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "orders_before" VALUES(1,7,'normal',1,'[{"type":"hand","half":null,"line":1,"text":"as I please","hand":"left","gesture":">","subject":null},{"type":"hand","half":null,"line":2,"text":"as I please","hand":"right","gesture":"W","subject":null}]',1,'c6693a2560e237548ed4fe3f12ff16c72b5eaab956ded736d18e2ae0377d4c5a');
CREATE TABLE outages (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        begins_at TEXT NOT NULL,
        ends_at TEXT NOT NULL,
        asked_at TEXT,
        confirmed_at TEXT
    , mailbox TEXT NOT NULL DEFAULT 'main') STRICT;
INSERT INTO "outages" VALUES(1,'2026-03-01T12:30:15.123456+00:00','2026-03-08T12:30:15.123456+00:00',NULL,NULL,'main');
CREATE TABLE outgoing (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        message_id TEXT NOT NULL UNIQUE,
        recipient TEXT NOT NULL,
        envelope_from TEXT NOT NULL,
        raw BLOB NOT NULL,
        subject TEXT NOT NULL,
        kind TEXT NOT NULL,
        game INTEGER REFERENCES games (id),
        seat INTEGER,
        turn INTEGER,
        letter INTEGER REFERENCES letters (id),
        created_at TEXT NOT NULL,
        due_at TEXT NOT NULL,
        attempts INTEGER NOT NULL DEFAULT 0,
        state TEXT NOT NULL,
        last_error TEXT,
        sent_at TEXT, mailbox TEXT NOT NULL DEFAULT 'main', digest TEXT,
        FOREIGN KEY (game, seat) REFERENCES seats (game, number)
    ) STRICT;
INSERT INTO "outgoing" VALUES(1,'<0@example.org>','ann@example.org','',X'5375626A6563743A2061207265706F72740D0A0D0A536F2069742077656E742E0D0A','a report','report',1,1,1,NULL,'2026-03-01T12:30:15.123456+00:00','2026-03-01T12:30:15.123456+00:00',0,'sent',NULL,'2026-03-01T12:30:15.123456+00:00','main','ee55cfc7abdafcd52cf47620a222644ef5ae6bbe936d6e1d3383348e70b4b808');
INSERT INTO "outgoing" VALUES(2,'<1@example.org>','ann@example.org','',X'5375626A6563743A2061207265706F72740D0A0D0A536F2069742077656E742E0D0A','a report','report',1,1,1,NULL,'2026-03-01T12:30:15.123456+00:00','2026-03-01T12:30:15.123456+00:00',1,'set aside','550 no such user',NULL,'main','2062f38cfa84774ceff56709e0a74b2483f2fccc8095b0737a2c85bd31c43856');
INSERT INTO "outgoing" VALUES(3,'<2@example.org>','ann@example.org','',X'5375626A6563743A2061207265706F72740D0A0D0A536F2069742077656E742E0D0A','a report','report',1,1,1,NULL,'2026-03-01T12:30:15.123456+00:00','2026-03-01T12:30:15.123456+00:00',0,'waiting',NULL,NULL,'main','e023e65c9f1c102d37eb55915032ea307bca2186402eee47c5df10af96f1a227');
INSERT INTO "outgoing" VALUES(4,'<3@example.org>','ann@example.org','',X'5375626A6563743A2061207265706F72740D0A0D0A536F2069742077656E742E0D0A','a report','report',1,1,1,NULL,'2026-03-01T12:30:15.123456+00:00','2026-03-01T12:30:15.123456+00:00',0,'returned','5.1.1','2026-03-01T12:30:15.123456+00:00','main','a33ba764345ff1aed186e8667d008f4edc107564590eca9a987cdce567c5a5b1');
INSERT INTO "outgoing" VALUES(5,'<4@example.org>','ann@example.org','',X'5375626A6563743A2061207265706F72740D0A0D0A536F2069742077656E742E0D0A','a report','report',1,1,1,NULL,'2026-03-01T12:30:15.123456+00:00','2026-03-01T12:30:15.123456+00:00',0,'dropped','out of date',NULL,'main','b12680748431c9253174250fbd4524e9d6ba5d14b5e971e2051461c84b5926b1');
INSERT INTO "outgoing" VALUES(6,'<5@example.org>','ann@example.org','',X'5375626A6563743A2061207265706F72740D0A0D0A536F2069742077656E742E0D0A','a report','report',1,1,1,NULL,'2026-03-01T12:30:15.123456+00:00','2026-03-01T12:30:15.123456+00:00',0,'queued',NULL,NULL,'main','5fd6d52b365feac61049b253df87aaa385eabad49e1f9a601dfb0f52d1fc0247');
CREATE TABLE pairings (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        tournament INTEGER NOT NULL REFERENCES tournaments (id),
        round INTEGER NOT NULL,
        stage TEXT NOT NULL,
        number INTEGER NOT NULL,
        players TEXT NOT NULL,
        reason TEXT NOT NULL,
        game INTEGER UNIQUE REFERENCES games (id),
        result TEXT,
        way TEXT,
        paired_at TEXT NOT NULL,
        due_at TEXT,
        voided_at TEXT
    ) STRICT;
INSERT INTO "pairings" VALUES(1,1,1,'',1,'["Ann","Bob"]','Ann challenged Bob.',1,NULL,NULL,'2026-03-01T12:30:15.123456+00:00','2026-03-08T12:30:15.123456+00:00',NULL);
CREATE TABLE players (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT,
        address TEXT NOT NULL,
        address_key TEXT NOT NULL,
        confirmed_at TEXT,
        created_at TEXT NOT NULL
    , name_key TEXT, zone TEXT, muted_at TEXT, standby_at TEXT, forgotten_at TEXT, banned_at TEXT, merged_into INTEGER REFERENCES players (id)) STRICT;
INSERT INTO "players" VALUES(1,'Ann','ann@example.org','ann@example.org','2026-03-01T12:30:15.123456+00:00','2026-03-01T12:30:15.123456+00:00','ann','Europe/Berlin',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "players" VALUES(2,NULL,'bob@example.org','bob@example.org','2026-03-01T12:30:15.123456+00:00','2026-03-01T12:30:15.123456+00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "players" VALUES(3,NULL,'cyd@example.org','cyd@example.org','2026-03-01T12:30:15.123456+00:00','2026-03-01T12:30:15.123456+00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "players" VALUES(4,NULL,'dee@example.org','dee@example.org','2026-03-01T12:30:15.123456+00:00','2026-03-01T12:30:15.123456+00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "players" VALUES(5,NULL,'eve@example.org','eve@example.org','2026-03-01T12:30:15.123456+00:00','2026-03-01T12:30:15.123456+00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE press (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        game INTEGER NOT NULL REFERENCES games (id),
        turn INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        recipients TEXT NOT NULL,
        words TEXT NOT NULL,
        sent_at TEXT NOT NULL,
        letter INTEGER REFERENCES letters (id),
        FOREIGN KEY (game, seat) REFERENCES seats (game, number)
    ) STRICT;
INSERT INTO "press" VALUES(1,1,1,1,'[2]','Peace?','2026-03-01T12:30:15.123456+00:00',1);
CREATE TABLE punctuality (
        turn INTEGER NOT NULL REFERENCES turns (id),
        seat INTEGER NOT NULL,
        player INTEGER NOT NULL REFERENCES players (id),
        came TEXT NOT NULL,
        PRIMARY KEY (turn, seat)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "punctuality" VALUES(1,1,1,'in time');
INSERT INTO "punctuality" VALUES(1,2,2,'late');
INSERT INTO "punctuality" VALUES(2,1,1,'in time');
INSERT INTO "punctuality" VALUES(2,2,2,'late');
INSERT INTO "punctuality" VALUES(3,1,1,'in time');
INSERT INTO "punctuality" VALUES(3,2,2,'late');
INSERT INTO "punctuality" VALUES(4,1,1,'in time');
INSERT INTO "punctuality" VALUES(4,2,2,'late');
INSERT INTO "punctuality" VALUES(5,1,1,'in time');
INSERT INTO "punctuality" VALUES(5,2,2,'late');
INSERT INTO "punctuality" VALUES(6,1,1,'in time');
INSERT INTO "punctuality" VALUES(6,2,2,'late');
CREATE TABLE ratings (
        player INTEGER NOT NULL,
        period INTEGER NOT NULL,
        rating REAL NOT NULL,
        deviation REAL NOT NULL,
        volatility REAL NOT NULL,
        duels INTEGER NOT NULL,
        mu REAL NOT NULL,
        sigma REAL NOT NULL,
        melees INTEGER NOT NULL,
        PRIMARY KEY (player, period)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "ratings" VALUES(1,24314,1.66231089390629790608e+03,2.90318963717980466293e+02,5.99996753723381417988e-02,1,25.0,8.33333333333333392545e+00,0);
INSERT INTO "ratings" VALUES(2,24314,1.33768910609370209388e+03,2.90318963717980466293e+02,5.99996753723381417988e-02,1,25.0,8.33333333333333392545e+00,0);
CREATE TABLE reachability (
            player INTEGER PRIMARY KEY REFERENCES players (id),
            points REAL NOT NULL,
            day TEXT NOT NULL,
            day_points REAL NOT NULL,
            status TEXT NOT NULL,
            since TEXT NOT NULL,
            last_at TEXT NOT NULL,
            paused_at TEXT
        ) STRICT;
INSERT INTO "reachability" VALUES(1,1.0,'2026-03-01',1.0,'5.1.1','2026-03-01T12:30:15.123456+00:00','2026-03-01T12:30:15.123456+00:00','2026-03-01T12:30:15.123456+00:00');
CREATE TABLE results (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        game INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        player INTEGER NOT NULL REFERENCES players (id),
        place INTEGER NOT NULL,
        way TEXT NOT NULL,
        turn INTEGER,
        rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
        ended_at TEXT NOT NULL,
        voided_at TEXT,
        FOREIGN KEY (game, seat) REFERENCES seats (game, number)
    ) STRICT;
INSERT INTO "results" VALUES(1,1,1,1,1,'died',6,1,'2026-03-01T12:30:15.123456+00:00',NULL);
INSERT INTO "results" VALUES(2,1,2,2,2,'died',6,1,'2026-03-01T12:30:15.123456+00:00',NULL);
INSERT INTO "results" VALUES(3,2,1,1,1,'died',6,1,'2026-03-01T12:30:15.123456+00:00',NULL);
INSERT INTO "results" VALUES(4,2,2,2,2,'died',6,1,'2026-03-01T12:30:15.123456+00:00',NULL);
CREATE TABLE rulings (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        pairing INTEGER NOT NULL REFERENCES pairings (id),
        who TEXT NOT NULL,
        result TEXT NOT NULL,
        reason TEXT NOT NULL,
        proposed_at TEXT NOT NULL,
        stands_at TEXT NOT NULL,
        appealed_at TEXT,
        appellant INTEGER REFERENCES players (id),
        appeal TEXT,
        settled_at TEXT
    ) STRICT;
INSERT INTO "rulings" VALUES(1,1,'director','{"scores":[{"player":"Ann","outcome":"draw","place":1,"hit_points":0},{"player":"Bob","outcome":"draw","place":1,"hit_points":0}],"turns":0}','as it stands','2026-03-01T12:30:15.123456+00:00','2026-03-08T12:30:15.123456+00:00',NULL,NULL,NULL,NULL);
CREATE TABLE seats (
        game INTEGER NOT NULL REFERENCES games (id),
        number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 12),
        wizard TEXT NOT NULL,
        player INTEGER NOT NULL REFERENCES players (id), holder INTEGER NOT NULL DEFAULT 0, missed INTEGER NOT NULL DEFAULT 0, resigned_at TEXT,
        PRIMARY KEY (game, number),
        UNIQUE (game, wizard)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES(1,1,'Ann',1,0,0,NULL);
INSERT INTO "seats" VALUES(1,2,'Bob',2,0,0,NULL);
INSERT INTO "seats" VALUES(1,3,'Cyd',3,0,0,NULL);
INSERT INTO "seats" VALUES(2,1,'Dee',4,0,0,NULL);
INSERT INTO "seats" VALUES(2,2,'Eve',5,0,0,NULL);
CREATE TABLE takebacks (
        act INTEGER PRIMARY KEY REFERENCES acts (id),
        facts TEXT NOT NULL,
        undone_at TEXT
    , digest TEXT) STRICT;
INSERT INTO "takebacks" VALUES(1,'{"turn":1}',NULL,'602c375398cf35451ffbe96d7829f2fdaeaf990943c3a73773d4e9c3e89bad43');
CREATE TABLE tournaments (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name_key TEXT NOT NULL UNIQUE,
        state TEXT NOT NULL,
        reason TEXT,
        definition TEXT NOT NULL,
        seed TEXT NOT NULL,
        created_at TEXT NOT NULL,
        closed_at TEXT,
        started_at TEXT,
        stopped_at TEXT,
        ended_at TEXT,
        digest_at TEXT,
        look_at TEXT
    ) STRICT;
INSERT INTO "tournaments" VALUES(1,'cup','planned',NULL,'{"name":"Cup","format":{"type":"ladder","reach":3,"outgoing":1,"rest":1},"games":{"turn":"P3D","weekdays":false,"at":null,"zone":"UTC","grace":"PT43200S","bank":"P0D","cool_off":"P0D","rules":"bartle","wizards":2,"rated":false,"anonymous":false,"press":"signed","silence":{"kind":"surrender","after":3},"watchers_behind":0},"mailbox":"main","about":"","scoring":{"win":1.0,"draw":0.5,"loss":0.0,"bye":1.0,"walkover":1.0,"forfeit":0.0,"absent":0.0},"tiebreaks":[],"withdrawals":"half","forbidden":[],"games_at_once":2,"entrants_max":null,"late_entries":false,"game_time":"P60D","appeal":"P5D"}','lots','2026-03-01T12:30:15.123456+00:00',NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE turns (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        game INTEGER NOT NULL REFERENCES games (id),
        turn INTEGER NOT NULL,
        part TEXT NOT NULL,
        orders TEXT NOT NULL,
        events TEXT NOT NULL,
        after TEXT NOT NULL,
        adjudicated_at TEXT NOT NULL,
        voided_at TEXT
    , digest BLOB, beside TEXT) STRICT;
INSERT INTO "turns" VALUES(1,1,1,'normal','[{"wizard":"Ann","clauses":[{"type":"hand","half":null,"line":1,"text":"as I please","hand":"left","gesture":"F","subject":null},{"type":"hand","half":null,"line":2,"text":"as I please","hand":"right","gesture":"W","subject":null}]},{"wizard":"Bob","clauses":[{"type":"hand","half":null,"line":1,"text":"as I please","hand":"left","gesture":"D","subject":null},{"type":"hand","half":null,"line":2,"text":"as I please","hand":"right","gesture":"D","subject":null}]},{"wizard":"Cyd","clauses":[{"type":"hand","half":null,"line":1,"text":"as I please","hand":"left","gesture":">","subject":null},{"type":"hand","half":null,"line":2,"text":"as I please","hand":"right","gesture":"D","subject":null}]}]','[{"type":"gestured","wizard":"Ann","turn":1,"part":"normal","pairs":[["F","W"]],"held":null,"hidden_from":[]},{"type":"gestured","wizard":"Bob","turn":1,"part":"normal","pairs":[["D","D"]],"held":null,"hidden_from":[]},{"type":"gestured","wizard":"Cyd","turn":1,"part":"normal","pairs":[[">","D"]],"held":null,"hidden_from":[]},{"type":"stabbed","wizard":"Cyd","half":0,"hand":"left","victim":null,"blow":"lost","harm":0},{"type":"turn closed","turn":1,"part":"normal"}]','{"rules":"bartle","salt":"pepper","turn":1,"part":"normal","wizards":[{"name":"Ann","hit_points":15,"state":"alive","enchantments":[],"banked":null,"banked_at":null,"history":[{"turn":1,"part":"normal","half":0,"left":"F","right":"W","held":null,"hidden_from":[]}],"cut":0,"short_bolt_used":false},{"name":"Bob","hit_points":15,"state":"alive","enchantments":[],"banked":null,"banked_at":null,"history":[{"turn":1,"part":"normal","half":0,"left":"D","right":"D","held":null,"hidden_from":[]}],"cut":0,"short_bolt_used":false},{"name":"Cyd","hit_points":15,"state":"alive","enchantments":[],"banked":null,"banked_at":null,"history":[{"turn":1,"part":"normal","half":0,"left":">","right":"D","held":null,"hidden_from":[]}],"cut":0,"short_bolt_used":false}],"monsters":[],"numbers":[],"stopped":[],"result":null}','2026-03-01T12:30:15.123456+00:00',NULL,X'F0A59042C76096EBF795253C8F313AAF10AC8AC07CE2A5609E4D807E6C478B7F',NULL);
INSERT INTO "turns" VALUES(2,1,2,'normal','[{"wizard":"Ann","clauses":[{"type":"hand","half":null,"line":1,"text":"as I please","hand":"left","gesture":"S","subject":null},{"type":"hand","half":null,"line":2,"text":"as I please","hand":"right","gesture":"W","subject":null}]},{"wizard":"Bob","clauses":[{"type":"hand","half":null,"line":1,"text":"as I please","hand":"left","gesture":"S","subject":null},{"type":"hand","half":null,"line":2,"text":"as I please","hand":"right","gesture":"P","subject":null}]},{"wizard":"Cyd","clauses":[{"type":"hand","half":null,"line":1,"text":"as I please","hand":"left","gesture":"P","subject":null},{"type":"hand","half":null,"line":2,"text":"as I please","hand":"right","gesture":"S","subject":null}]}]','[{"type":"gestured","wizard":"Ann","turn":2,"part":"normal","pairs":[["S","W"]],"held":null,"hidden_from":[]},{"type":"gestured","wizard":"Bob","turn":2,"part":"normal","pairs":[["S","P"]],"held":null,"hidden_from":[]},{"type":"gestured","wizard":"Cyd","turn":2,"part":"normal","pairs":[["P","S"]],"held":null,"hidden_from":[]},{"type":"spell cast","cast":0,"caster":"Bob","spell":"Shield","formula":"P","hand":"right","half":0,"subject":"Bob","by_default":true,"by_fallback":true,"discharged":false,"once":false},{"type":"spell cast","cast":1,"caster":"Cyd","spell":"Shield","formula":"P","hand":"left","half":0,"subject":"Cyd","by_default":true,"by_fallback":true,"discharged":false,"once":false},{"type":"warded","being":"Bob","spell":"Shield","cast":0},{"type":"warded","being":"Cyd","spell":"Shield","cast":1},{"type":"turn closed","turn":2,"part":"normal"}]','{"rules":"bartle","salt":"pepper","turn":2,"part":"normal","wizards":[{"name":"Ann","hit_points":15,"state":"alive","enchantments":[],"banked":null,"banked_at":null,"history":[{"turn":1,"part":"normal","half":0,"left":"F","right":"W","held":null,"hidden_from":[]},{"turn":2,"part":"normal","half":0,"left":"S","right":"W","held":null,"hidden_from":[]}],"cut":0,"short_bolt_used":false},{"name":"Bob","hit_points":15,"state":"alive","enchantments":[],"banked":null,"banked_at":null,"history":[{"turn":1,"part":"normal","half":0,"left":"D","right":"D","held":null,"hidden_from":[]},{"turn":2,"part":"normal","half":0,"left":"S","right":"P","held":null,"hidden_from":[]}],"cut":0,"short_bolt_used":false},{"name":"Cyd","hit_points":15,"state":"alive","enchantments":[],"banked":null,"banked_at":null,"history":[{"turn":1,"part":"normal","half":0,"left":">","right":"D","held":null,"hidden_from":[]},{"turn":2,"part":"normal","half":0,"left":"P","right":"S","held":null,"hidden_from":[]}],"cut":0,"short_bolt_used":false}],"monsters":[],"numbers":[],"stopped":[],"result":null}','2026-03-01T12:30:15.123456+00:00',NULL,X'57F78254437FE5F49F97CBAD704E8A917567FD0008239075D14BD122426F160F',NULL);
INSERT INTO "turns" VALUES(3,1,3,'normal','[{"wizard":"Ann","clauses":[{"type":"hand","half":null,"line":1,"text":"as I please","hand":"left","gesture":"S","subject":null},{"type":"hand","half":null,"line":2,"text":"as I please","hand":"right","gesture":"S","subject":null}]},{"wizard":"Bob","clauses":[{"type":"hand","half":null,"line":1,"text":"as I please","hand":"left","gesture":"F","subject":null},{"type":"hand","half":null,"line":2,"text":"as I please","hand":"right","gesture":"P","subject":null}]},{"wizard":"Cyd","clauses":[{"type":"hand","half":null,"line":1,"text":"as I please","hand":"left","gesture":"D","subject":null},{"type":"hand","half":null,"line":2,"text":"as I please","hand":"right","gesture":"F","subject":null}]}]','[{"type":"gestured","wizard":"Ann","turn":3,"part":"normal","pairs":[["S","S"]],"held":null,"hidden_from":[]},{"type":"gestured","wizard":"Bob","turn":3,"part":"normal","pairs":[["F","P"]],"held":null,"hidden_from":[]},{"type":"gestured","wizard":"Cyd","turn":3,"part":"normal","pairs":[["D","F"]],"held":null,"hidden_from":[]},{"type":"spell cast","cast":0,"caster":"Ann","spell":"Counter-spell","formula":"WWS","hand":"right","half":0,"subject":"Ann","by_default":true,"by_fallback":true,"discharged":false,"once":false},{"type":"spell cast","cast":1,"caster":"Bob","spell":"Confusion","formula":"DSF","hand":"left","half":0,"subject":null,"by_default":true,"by_fallback":true,"discharged":false,"once":false},{"type":"spell cast","cast":2,"caster":"Bob","spell":"Amnesia","formula":"DPP","hand":"right","half":0,"subject":null,"by_default":true,"by_fallback":true,"discharged":false,"once":false},{"type":"spell cast","cast":3,"caster":"Cyd","spell":"Confusion","formula":"DSF","hand":"right","half":0,"subject":null,"by_default":true,"by_fallback":true,"discharged":false,"once":false},{"type":"cast fated","cast":1,"fate":"no subject","being":null,"onto":null},{"type":"cast fated","cast":2,"fate":"no subject","being":null,"onto":null},{"type":"cast fated","cast":3,"fate":"no subject","being":null,"onto":null},{"type":"warded","being":"Ann","spell":"Counter-spell","cast":0},{"type":"turn closed","turn":3,"part":"normal"}]','{"rules":"bartle","salt":"pepper","turn":3,"part":"normal","wizards":[{"name":"Ann","hit_points":15,"state":"alive","enchantments":[],"banked":null,"banked_at":null,"history":[{"turn":1,"part":"normal","half":0,"left":"F","right":"W","held":null,"hidden_from":[]},{"turn":2,"part":"normal","half":0,"left":"S","right":"W","held":null,"hidden_from":[]},{"turn":3,"part":"normal","half":0,"left":"S","right":"S","held":null,"hidden_from":[]}],"cut":0,"short_bolt_used":false},{"name":"Bob","hit_points":15,"state":"alive","enchantments":[],"banked":null,"banked_at":null,"history":[{"turn":1,"part":"normal","half":0,"left":"D","right":"D","held":null,"hidden_from":[]},{"turn":2,"part":"normal","half":0,"left":"S","right":"P","held":null,"hidden_from":[]},{"turn":3,"part":"normal","half":0,"left":"F","right":"P","held":null,"hidden_from":[]}],"cut":0,"short_bolt_used":false},{"name":"Cyd","hit_points":15,"state":"alive","enchantments":[],"banked":null,"banked_at":null,"history":[{"turn":1,"part":"normal","half":0,"left":">","right":"D","held":null,"hidden_from":[]},{"turn":2,"part":"normal","half":0,"left":"P","right":"S","held":null,"hidden_from":[]},{"turn":3,"part":"normal","half":0,"left":"D","right":"F","held":null,"hidden_from":[]}],"cut":0,"short_bolt_used":false}],"monsters":[],"numbers":[],"stopped":[],"result":null}','2026-03-01T12:30:15.123456+00:00',NULL,X'374276BD76036BC048D45FF362E49681E94C0704DDC1EE07A4AF3E31601E0118',NULL);
INSERT INTO "turns" VALUES(4,1,4,'normal','[{"wizard":"Ann","clauses":[{"type":"hand","half":null,"line":1,"text":"as I please","hand":"left","gesture":"D","subject":null},{"type":"hand","half":null,"line":2,"text":"as I please","hand":"right","gesture":"P","subject":null}]},{"wizard":"Bob","clauses":[{"type":"hand","half":null,"line":1,"text":"as I please","hand":"left","gesture":"W","subject":null},{"type":"hand","half":null,"line":2,"text":"as I please","hand":"right","gesture":"S","subject":null}]},{"wizard":"Cyd","clauses":[{"type":"hand","half":null,"line":1,"text":"as I please","hand":"left","gesture":"S","subject":null},{"type":"hand","half":null,"line":2,"text":"as I please","hand":"right","gesture":"S","subject":null}]}]','[{"type":"gestured","wizard":"Ann","turn":4,"part":"normal","pairs":[["D","P"]],"held":null,"hidden_from":[]},{"type":"gestured","wizard":"Bob","turn":4,"part":"normal","pairs":[["W","S"]],"held":null,"hidden_from":[]},{"type":"gestured","wizard":"Cyd","turn":4,"part":"normal","pairs":[["S","S"]],"held":null,"hidden_from":[]},{"type":"spell cast","cast":0,"caster":"Ann","spell":"Missile","formula":"SD","hand":"left","half":0,"subject":null,"by_default":true,"by_fallback":true,"discharged":false,"once":false},{"type":"spell cast","cast":1,"caster":"Ann","spell":"Shield","formula":"P","hand":"right","half":0,"subject":"Ann","by_default":true,"by_fallback":true,"discharged":false,"once":false},{"type":"spell cast","cast":2,"caster":"Bob","spell":"Summon goblin","formula":"SFW","hand":"left","half":0,"subject":"Bob","by_default":true,"by_fallback":true,"discharged":false,"once":false},{"type":"cast fated","cast":0,"fate":"no subject","being":null,"onto":null},{"type":"monster made","name":"goblin 1","kind":"goblin","controller":"Bob","lands_on":"Bob","hit_points":1,"maker":"Bob","hand":"left","cast":2},{"type":"warded","being":"Ann","spell":"Shield","cast":1},{"type":"attacked","monster":"goblin 1","victim":null,"blow":"idle","harm":0,"spell":null},{"type":"turn closed","turn":4,"part":"normal"}]','{"rules":"bartle","salt":"pepper","turn":4,"part":"normal","wizards":[{"name":"Ann","hit_points":15,"state":"alive","enchantments":[],"banked":null,"banked_at":null,"history":[{"turn":1,"part":"normal","half":0,"left":"F","right":"W","held":null,"hidden_from":[]},{"turn":2,"part":"normal","half":0,"left":"S","right":"W","held":null,"hidden_from":[]},{"turn":3,"part":"normal","half":0,"left":"S","right":"S","held":null,"hidden_from":[]},{"turn":4,"part":"normal","half":0,"left":"D","right":"P","held":null,"hidden_from":[]}],"cut":0,"short_bolt_used":false},{"name":"Bob","hit_points":15,"state":"alive","enchantments":[],"banked":null,"banked_at":null,"history":[{"turn":1,"part":"normal","half":0,"left":"D","right":"D","held":null,"hidden_from":[]},{"turn":2,"part":"normal","half":0,"left":"S","right":"P","held":null,"hidden_from":[]},{"turn":3,"part":"normal","half":0,"left":"F","right":"P","held":null,"hidden_from":[]},{"turn":4,"part":"normal","half":0,"left":"W","right":"S","held":null,"hidden_from":[]}],"cut":0,"short_bolt_used":false},{"name":"Cyd","hit_points":15,"state":"alive","enchantments":[],"banked":null,"banked_at":null,"history":[{"turn":1,"part":"normal","half":0,"left":">","right":"D","held":null,"hidden_from":[]},{"turn":2,"part":"normal","half":0,"left":"P","right":"S","held":null,"hidden_from":[]},{"turn":3,"part":"normal","half":0,"left":"D","right":"F","held":null,"hidden_from":[]},{"turn":4,"part":"normal","half":0,"left":"S","right":"S","held":null,"hidden_from":[]}],"cut":0,"short_bolt_used":false}],"monsters":[{"name":"goblin 1","kind":"goblin","hit_points":1,"controller":"Bob","alive":true,"enchantments":[],"standing":null,"last":[],"meant":[],"merged":false}],"numbers":[["goblin",1]],"stopped":[],"result":null}','2026-03-01T12:30:15.123456+00:00',NULL,X'5C106977E235AA406FE4F2100839248E633069D85E81BFD0022ACB10852D94A5',NULL);
INSERT INTO "turns" VALUES(5,1,5,'normal','[{"wizard":"Ann","clauses":[{"type":"hand","half":null,"line":1,"text":"as I please","hand":"left","gesture":"D","subject":null},{"type":"hand","half":null,"line":2,"text":"as I please","hand":"right","gesture":"S","subject":null}]},{"wizard":"Bob","clauses":[{"type":"hand","half":null,"line":1,"text":"as I please","hand":"left","gesture":"W","subject":null},{"type":"hand","half":null,"line":2,"text":"as I please","hand":"right","gesture":"P","subject":null}]},{"wizard":"Cyd","clauses":[{"type":"hand","half":null,"line":1,"text":"as I please","hand":"left","gesture":"F","subject":null},{"type":"hand","half":null,"line":2,"text":"as I please","hand":"right","gesture":"F","subject":null}]}]','[{"type":"gestured","wizard":"Ann","turn":5,"part":"normal","pairs":[["D","S"]],"held":null,"hidden_from":[]},{"type":"gestured","wizard":"Bob","turn":5,"part":"normal","pairs":[["W","P"]],"held":null,"hidden_from":[]},{"type":"gestured","wizard":"Cyd","turn":5,"part":"normal","pairs":[["F","F"]],"held":null,"hidden_from":[]},{"type":"spell cast","cast":0,"caster":"Ann","spell":"Fireball","formula":"FSSDD","hand":"left","half":0,"subject":null,"by_default":true,"by_fallback":true,"discharged":false,"once":false},{"type":"spell cast","cast":1,"caster":"Bob","spell":"Shield","formula":"P","hand":"right","half":0,"subject":"Bob","by_default":true,"by_fallback":true,"discharged":false,"once":false},{"type":"spell cast","cast":2,"caster":"Cyd","spell":"Confusion","formula":"DSF","hand":"left","half":0,"subject":null,"by_default":true,"by_fallback":true,"discharged":false,"once":false},{"type":"cast fated","cast":0,"fate":"no subject","being":null,"onto":null},{"type":"cast fated","cast":2,"fate":"no subject","being":null,"onto":null},{"type":"warded","being":"Bob","spell":"Shield","cast":1},{"type":"attacked","monster":"goblin 1","victim":null,"blow":"idle","harm":0,"spell":null},{"type":"turn closed","turn":5,"part":"normal"}]','{"rules":"bartle","salt":"pepper","turn":5,"part":"normal","wizards":[{"name":"Ann","hit_points":15,"state":"alive","enchantments":[],"banked":null,"banked_at":null,"history":[{"turn":1,"part":"normal","half":0,"left":"F","right":"W","held":null,"hidden_from":[]},{"turn":2,"part":"normal","half":0,"left":"S","right":"W","held":null,"hidden_from":[]},{"turn":3,"part":"normal","half":0,"left":"S","right":"S","held":null,"hidden_from":[]},{"turn":4,"part":"normal","half":0,"left":"D","right":"P","held":null,"hidden_from":[]},{"turn":5,"part":"normal","half":0,"left":"D","right":"S","held":null,"hidden_from":[]}],"cut":0,"short_bolt_used":false},{"name":"Bob","hit_points":15,"state":"alive","enchantments":[],"banked":null,"banked_at":null,"history":[{"turn":1,"part":"normal","half":0,"left":"D","right":"D","held":null,"hidden_from":[]},{"turn":2,"part":"normal","half":0,"left":"S","right":"P","held":null,"hidden_from":[]},{"turn":3,"part":"normal","half":0,"left":"F","right":"P","held":null,"hidden_from":[]},{"turn":4,"part":"normal","half":0,"left":"W","right":"S","held":null,"hidden_from":[]},{"turn":5,"part":"normal","half":0,"left":"W","right":"P","held":null,"hidden_from":[]}],"cut":0,"short_bolt_used":false},{"name":"Cyd","hit_points":15,"state":"alive","enchantments":[],"banked":null,"banked_at":null,"history":[{"turn":1,"part":"normal","half":0,"left":">","right":"D","held":null,"hidden_from":[]},{"turn":2,"part":"normal","half":0,"left":"P","right":"S","held":null,"hidden_from":[]},{"turn":3,"part":"normal","half":0,"left":"D","right":"F","held":null,"hidden_from":[]},{"turn":4,"part":"normal","half":0,"left":"S","right":"S","held":null,"hidden_from":[]},{"turn":5,"part":"normal","half":0,"left":"F","right":"F","held":null,"hidden_from":[]}],"cut":0,"short_bolt_used":false}],"monsters":[{"name":"goblin 1","kind":"goblin","hit_points":1,"controller":"Bob","alive":true,"enchantments":[],"standing":null,"last":[],"meant":[],"merged":false}],"numbers":[["goblin",1]],"stopped":[],"result":null}','2026-03-01T12:30:15.123456+00:00',NULL,X'A87F0420020AFC4CC27910D1E5ACB7EEF5414E2E451D8B5D84FF64A68B47DCA7',NULL);
INSERT INTO "turns" VALUES(6,1,6,'normal','[{"wizard":"Ann","clauses":[{"type":"hand","half":null,"line":1,"text":"as I please","hand":"left","gesture":"P","subject":null},{"type":"hand","half":null,"line":2,"text":"as I please","hand":"right","gesture":"F","subject":null}]},{"wizard":"Bob","clauses":[{"type":"hand","half":null,"line":1,"text":"as I please","hand":"left","gesture":"F","subject":null},{"type":"hand","half":null,"line":2,"text":"as I please","hand":"right","gesture":"F","subject":null}]},{"wizard":"Cyd","clauses":[{"type":"hand","half":null,"line":1,"text":"as I please","hand":"left","gesture":"P","subject":null},{"type":"hand","half":null,"line":2,"text":"as I please","hand":"right","gesture":"W","subject":null}]}]','[{"type":"gestured","wizard":"Ann","turn":6,"part":"normal","pairs":[["P","F"]],"held":null,"hidden_from":[]},{"type":"gestured","wizard":"Bob","turn":6,"part":"normal","pairs":[["F","F"]],"held":null,"hidden_from":[]},{"type":"gestured","wizard":"Cyd","turn":6,"part":"normal","pairs":[["P","W"]],"held":null,"hidden_from":[]},{"type":"spell cast","cast":0,"caster":"Ann","spell":"Shield","formula":"P","hand":"left","half":0,"subject":"Ann","by_default":true,"by_fallback":true,"discharged":false,"once":false},{"type":"spell cast","cast":1,"caster":"Bob","spell":"Anti-spell","formula":"SPF","hand":"right","half":0,"subject":null,"by_default":true,"by_fallback":true,"discharged":false,"once":false},{"type":"spell cast","cast":2,"caster":"Cyd","spell":"Shield","formula":"P","hand":"left","half":0,"subject":"Cyd","by_default":true,"by_fallback":true,"discharged":false,"once":false},{"type":"spell cast","cast":3,"caster":"Cyd","spell":"Summon goblin","formula":"SFW","hand":"right","half":0,"subject":"Cyd","by_default":true,"by_fallback":true,"discharged":false,"once":false},{"type":"cast fated","cast":1,"fate":"no subject","being":null,"onto":null},{"type":"monster made","name":"goblin 2","kind":"goblin","controller":"Cyd","lands_on":"Cyd","hit_points":1,"maker":"Cyd","hand":"right","cast":3},{"type":"warded","being":"Ann","spell":"Shield","cast":0},{"type":"warded","being":"Cyd","spell":"Shield","cast":2},{"type":"attacked","monster":"goblin 1","victim":null,"blow":"idle","harm":0,"spell":null},{"type":"attacked","monster":"goblin 2","victim":null,"blow":"idle","harm":0,"spell":null},{"type":"turn closed","turn":6,"part":"normal"}]','{"rules":"bartle","salt":"pepper","turn":6,"part":"normal","wizards":[{"name":"Ann","hit_points":15,"state":"alive","enchantments":[],"banked":null,"banked_at":null,"history":[{"turn":1,"part":"normal","half":0,"left":"F","right":"W","held":null,"hidden_from":[]},{"turn":2,"part":"normal","half":0,"left":"S","right":"W","held":null,"hidden_from":[]},{"turn":3,"part":"normal","half":0,"left":"S","right":"S","held":null,"hidden_from":[]},{"turn":4,"part":"normal","half":0,"left":"D","right":"P","held":null,"hidden_from":[]},{"turn":5,"part":"normal","half":0,"left":"D","right":"S","held":null,"hidden_from":[]},{"turn":6,"part":"normal","half":0,"left":"P","right":"F","held":null,"hidden_from":[]}],"cut":0,"short_bolt_used":false},{"name":"Bob","hit_points":15,"state":"alive","enchantments":[],"banked":null,"banked_at":null,"history":[{"turn":1,"part":"normal","half":0,"left":"D","right":"D","held":null,"hidden_from":[]},{"turn":2,"part":"normal","half":0,"left":"S","right":"P","held":null,"hidden_from":[]},{"turn":3,"part":"normal","half":0,"left":"F","right":"P","held":null,"hidden_from":[]},{"turn":4,"part":"normal","half":0,"left":"W","right":"S","held":null,"hidden_from":[]},{"turn":5,"part":"normal","half":0,"left":"W","right":"P","held":null,"hidden_from":[]},{"turn":6,"part":"normal","half":0,"left":"F","right":"F","held":null,"hidden_from":[]}],"cut":0,"short_bolt_used":false},{"name":"Cyd","hit_points":15,"state":"alive","enchantments":[],"banked":null,"banked_at":null,"history":[{"turn":1,"part":"normal","half":0,"left":">","right":"D","held":null,"hidden_from":[]},{"turn":2,"part":"normal","half":0,"left":"P","right":"S","held":null,"hidden_from":[]},{"turn":3,"part":"normal","half":0,"left":"D","right":"F","held":null,"hidden_from":[]},{"turn":4,"part":"normal","half":0,"left":"S","right":"S","held":null,"hidden_from":[]},{"turn":5,"part":"normal","half":0,"left":"F","right":"F","held":null,"hidden_from":[]},{"turn":6,"part":"normal","half":0,"left":"P","right":"W","held":null,"hidden_from":[]}],"cut":0,"short_bolt_used":false}],"monsters":[{"name":"goblin 1","kind":"goblin","hit_points":1,"controller":"Bob","alive":true,"enchantments":[],"standing":null,"last":[],"meant":[],"merged":false},{"name":"goblin 2","kind":"goblin","hit_points":1,"controller":"Cyd","alive":true,"enchantments":[],"standing":null,"last":[],"meant":[],"merged":false}],"numbers":[["goblin",2]],"stopped":[],"result":null}','2026-03-01T12:30:15.123456+00:00',NULL,X'7110AFCDC1EF7795E285B9C63222B4087DAA669763B83391E385C6DB5528E603',NULL);
INSERT INTO "turns" VALUES(7,2,1,'normal','','','','2026-03-01T12:30:15.123456+00:00',NULL,X'D6FE935B1CE8303FA116FA3F4CB4FC157780E853067D8D327CFFD0A0F5DD8041',NULL);
CREATE TABLE unrated (
        period INTEGER NOT NULL,
        player INTEGER NOT NULL,
        PRIMARY KEY (period, player)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "unrated" VALUES(24314,1);
INSERT INTO "unrated" VALUES(24314,2);
CREATE TABLE vacations (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        player INTEGER NOT NULL REFERENCES players (id),
        begins_at TEXT NOT NULL,
        ends_at TEXT NOT NULL,
        taken_at TEXT NOT NULL,
        cancelled_at TEXT
    ) STRICT;
INSERT INTO "vacations" VALUES(1,3,'2026-03-01T12:30:15.123456+00:00','2026-03-08T12:30:15.123456+00:00','2026-03-01T12:30:15.123456+00:00',NULL);
CREATE TABLE watchers (
        game INTEGER NOT NULL REFERENCES games (id),
        player INTEGER NOT NULL REFERENCES players (id),
        since TEXT NOT NULL,
        PRIMARY KEY (game, player)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "watchers" VALUES(1,3,'2026-03-01T12:30:15.123456+00:00');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE UNIQUE INDEX players_address ON players (address_key);
CREATE INDEX games_state ON games (state);
CREATE INDEX seats_player ON seats (player);
CREATE INDEX letters_state ON letters (state, id);
CREATE INDEX letters_game ON letters (game) WHERE game IS NOT NULL;
CREATE INDEX orders_letter ON orders (letter) WHERE letter IS NOT NULL;
CREATE UNIQUE INDEX turns_standing ON turns (game, turn, part) WHERE voided_at IS NULL;
CREATE INDEX turns_game ON turns (game, id);
CREATE INDEX outgoing_seat ON outgoing (game, seat, id) WHERE game IS NOT NULL;
CREATE INDEX outgoing_letter ON outgoing (letter) WHERE letter IS NOT NULL;
CREATE INDEX acts_game ON acts (game, id) WHERE game IS NOT NULL;
CREATE UNIQUE INDEX players_name ON players (name_key) WHERE name_key IS NOT NULL;
CREATE INDEX players_standby ON players (standby_at) WHERE standby_at IS NOT NULL;
CREATE INDEX games_look ON games (look_at) WHERE look_at IS NOT NULL;
CREATE INDEX confirmations_player ON confirmations (player, kind) WHERE player IS NOT NULL;
CREATE INDEX challenges_state ON challenges (state, expires_at);
CREATE INDEX invited_player ON invited (player, answer);
CREATE INDEX press_game ON press (game, id);
CREATE INDEX vacations_player ON vacations (player, ends_at);
CREATE INDEX watchers_player ON watchers (player);
CREATE INDEX letters_mail_key ON letters (mail_key) WHERE mail_key IS NOT NULL;
CREATE INDEX letters_words_key ON letters (words_key, handled_at) WHERE words_key IS NOT NULL;
CREATE INDEX outgoing_answers ON outgoing (recipient COLLATE NOCASE, created_at) WHERE letter IS NOT NULL;
CREATE INDEX outages_end ON outages (ends_at);
CREATE INDEX offers_seat ON offers (game, seat);
CREATE INDEX offers_player ON offers (player);
CREATE UNIQUE INDEX results_standing ON results (game, seat) WHERE voided_at IS NULL;
CREATE INDEX tournaments_look ON tournaments (look_at) WHERE look_at IS NOT NULL;
CREATE INDEX entrants_player ON entrants (player);
CREATE UNIQUE INDEX pairings_standing ON pairings (tournament, round, stage, players) WHERE voided_at IS NULL;
CREATE INDEX rulings_pairing ON rulings (pairing);
CREATE INDEX punctuality_player ON punctuality (player, turn);
CREATE INDEX games_ended ON games (ended_at) WHERE ended_at IS NOT NULL AND archived_at IS NULL;
CREATE INDEX archived_addresses_game ON archived_addresses (game);
CREATE INDEX letters_sender ON letters (sender COLLATE NOCASE) WHERE sender IS NOT NULL;
CREATE INDEX outgoing_recipient ON outgoing (recipient COLLATE NOCASE);
CREATE INDEX outgoing_state ON outgoing (state, due_at, id, mailbox);
CREATE INDEX ratings_period ON ratings (period);
CREATE TRIGGER results_came AFTER INSERT ON results BEGIN 
        INSERT OR IGNORE INTO unrated SELECT (CAST(substr(NEW.ended_at, 1, 4) AS INTEGER) * 12 + CAST(substr(NEW.ended_at, 6, 2) AS INTEGER) - 1), NEW.player WHERE NEW.rated = 1;
        INSERT OR IGNORE INTO unrated SELECT (CAST(substr(NEW.ended_at, 1, 4) AS INTEGER) * 12 + CAST(substr(NEW.ended_at, 6, 2) AS INTEGER) - 1), player FROM results
            WHERE NEW.rated = 1 AND game = NEW.game AND voided_at IS NULL; END;
CREATE TRIGGER results_changed AFTER UPDATE ON results BEGIN 
        INSERT OR IGNORE INTO unrated SELECT (CAST(substr(OLD.ended_at, 1, 4) AS INTEGER) * 12 + CAST(substr(OLD.ended_at, 6, 2) AS INTEGER) - 1), OLD.player WHERE OLD.rated = 1;
        INSERT OR IGNORE INTO unrated SELECT (CAST(substr(OLD.ended_at, 1, 4) AS INTEGER) * 12 + CAST(substr(OLD.ended_at, 6, 2) AS INTEGER) - 1), player FROM results
            WHERE OLD.rated = 1 AND game = OLD.game AND voided_at IS NULL; 
        INSERT OR IGNORE INTO unrated SELECT (CAST(substr(NEW.ended_at, 1, 4) AS INTEGER) * 12 + CAST(substr(NEW.ended_at, 6, 2) AS INTEGER) - 1), NEW.player WHERE NEW.rated = 1;
        INSERT OR IGNORE INTO unrated SELECT (CAST(substr(NEW.ended_at, 1, 4) AS INTEGER) * 12 + CAST(substr(NEW.ended_at, 6, 2) AS INTEGER) - 1), player FROM results
            WHERE NEW.rated = 1 AND game = NEW.game AND voided_at IS NULL; END;
CREATE TRIGGER results_gone AFTER DELETE ON results BEGIN 
        INSERT OR IGNORE INTO unrated SELECT (CAST(substr(OLD.ended_at, 1, 4) AS INTEGER) * 12 + CAST(substr(OLD.ended_at, 6, 2) AS INTEGER) - 1), OLD.player WHERE OLD.rated = 1;
        INSERT OR IGNORE INTO unrated SELECT (CAST(substr(OLD.ended_at, 1, 4) AS INTEGER) * 12 + CAST(substr(OLD.ended_at, 6, 2) AS INTEGER) - 1), player FROM results
            WHERE OLD.rated = 1 AND game = OLD.game AND voided_at IS NULL; END;
CREATE INDEX results_rated ON results (ended_at, game, seat) WHERE rated = 1 AND voided_at IS NULL;
CREATE INDEX results_player ON results (player, ended_at);
CREATE INDEX players_merged ON players (merged_into) WHERE merged_into IS NOT NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('results',4);
INSERT INTO "sqlite_sequence" VALUES('players',5);
INSERT INTO "sqlite_sequence" VALUES('games',2);
INSERT INTO "sqlite_sequence" VALUES('turns',7);
INSERT INTO "sqlite_sequence" VALUES('letters',7);
INSERT INTO "sqlite_sequence" VALUES('outgoing',7);
INSERT INTO "sqlite_sequence" VALUES('confirmations',1);
INSERT INTO "sqlite_sequence" VALUES('challenges',1);
INSERT INTO "sqlite_sequence" VALUES('vacations',1);
INSERT INTO "sqlite_sequence" VALUES('press',2);
INSERT INTO "sqlite_sequence" VALUES('tournaments',1);
INSERT INTO "sqlite_sequence" VALUES('entrants',2);
INSERT INTO "sqlite_sequence" VALUES('pairings',1);
INSERT INTO "sqlite_sequence" VALUES('rulings',1);
INSERT INTO "sqlite_sequence" VALUES('outages',1);
INSERT INTO "sqlite_sequence" VALUES('acts',1);
COMMIT;
