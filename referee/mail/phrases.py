"""What programs write by themselves, in many languages: expressions for the beginnings of lines and subjects."""

import re

from mailparser_reply.constants import MAIL_LANGUAGES

LINE_CHARS_MAX = 200

# A phone's or a program's word about itself, below what its owner wrote.
_SENT_FROM = (
    *(words["sent_from"] for words in MAIL_LANGUAGES.values() if words.get("sent_from")),
    r"Sent (?:from|with|via|using|by)",
    r"Get (?:Outlook|BlueMail|TypeApp|Spark|Edison Mail) for",
    r"Enviado (?:do|de|da|desde|com|con|pelo|a partir)",
    r"Obt[eé](?:r|nga|n) (?:o )?Outlook (?:para|for)",
    r"Von meine[mr] .{1,40} gesendet",
    r"(?:Diese Nachricht wurde )?(?:von|mit) .{1,60} gesendet",
    r"(?:Gesendet|Versendet|Verschickt) (?:mit|von|aus|über|via)",
    r"(?:Outlook|Hol(?:en Sie sich)?) .{0,20}für (?:Android|iOS)",
    r"Envoy[ée] (?:de|avec|depuis|à partir|par)",
    r"T[ée]l[ée]charge[rz] Outlook pour",
    r"Obtenir Outlook pour",
    r"Inviato (?:da|dal|con|tramite)",
    r"(?:Scarica|Ottieni) Outlook per",
    r"(?:Verzonden|Verstuurd|Gestuurd) (?:vanaf|vanuit|met|via|van)",
    r"Outlook voor",
    r"(?:Skickat|Skickade) (?:från|med|via)",
    r"H[äa]mta Outlook f[öo]r",
    r"Sendt (?:fra|med|via)",
    r"Lähetetty",
    r"Wys[łl]an[eoy] (?:z|za|przy|przez)",
    r"Pobierz (?:program )?Outlook",
    r"Odesl[áa]no",
    r"Отправлено (?:с|из|от)",
    r"Надіслано",
    r"Στάλθηκε από",
    r"Trimis (?:de pe|din)",
    r"(?:Elküldve|Küldve)",
    r"נשלח מ",
    r"(?:أرسلت|مرسل) من",
)
FOOTERS = (
    rf"[*_<(\[]{{0,2}}(?:{'|'.join(_SENT_FROM)})(?!\w)",
    r"(?:从我的|從我的|來自我的|发自)",
    r"Yahoo Mail: Search",
)
# In some languages the word for "sent" comes last.
FOOTERS_LAST = (
    r".{0,40}(?:から送信|より送信|에서 보냄|发送的?(?:邮件)?|傳送|寄出|gönderildi|lähetetty|gesendet)[.。]?",
)
ADVERTISEMENTS = (
    r"(?:virus[- ]free|virenfrei|sans virus|libre de virus)\b",
    r"this e-?mail has been checked for viruses by",
    r"diese e-mail wurde (?:von avast|auf viren)",
    r"(?:https?://)?www\.avast\.com",
    r"do you yahoo",
    r"(?:please )?excuse (?:my|the|any) (?:brevity|typos)",
    r"bitte entschuldigen sie (?:meine )?kürze",
    r"sorry for (?:any )?typos",
    r"(?:\W{0,3}p )?please consider the environment",
)

# A gateway's warning that a mail comes from outside.
_WARNING = (
    "caution|warning|attention|important|notice|alert|achtung|vorsicht|warnung|hinweis|attenzione|avertissement|prudence|"
    "atenci[oó]n|atenção|aviso|let op|waarschuwing|varning|obs|advarsel|uwaga"
)
_OUTSIDE = (
    "extern|outside|originat|e-?mail|mail|message|nachricht|sender|absender|courriel|correo|bericht|afzender|"
    "meddelande|wiadomo"
)
BANNERS = (
    rf"(?:{_WARNING})\b\W{{0,8}}.{{0,60}}?(?:{_OUTSIDE})",
    r"\[?extern(?:al|e|al (?:e-?mail|message|mail|sender)|e (?:e-?mail|mail|nachricht))?\]?\W{0,8}$",
    r"extern(?:al|e) (?:e-?mail|mail|sender|message|nachricht)\b",
    r"(?:this|the following) (?:e-?mail|message|mail) (?:has |was |is )?"
    r"(?:originat\w+|sent|came|coming|come|received) (?:from|by) (?:an? )?(?:someone )?(?:outside|external)",
    r"you (?:don'?t|do not) often (?:get|receive) e-?mail",
    r"some people who received this message don'?t often get",
    r"sie erhalten (?:nicht|nur selten) .{0,20}e-?mails? von",
    r"vous ne recevez pas souvent",
    r"(?:diese|die folgende) (?:e-?mail|nachricht|mail) (?:kommt|stammt|wurde) von (?:au(?:ß|ss)erhalb|einem? extern)",
    r"this sender (?:might|may|is)\b",
    r"this message (?:may be|appears|seems) ",
    r"(?:ce|cet) (?:courriel|message|e-?mail) (?:provient|vient)",
    r"este (?:correo|mensaje|e-?mail) (?:proviene|fue enviado|procede|foi)",
    r"questa e-?mail proviene",
    r"deze e-?mail (?:is afkomstig|komt) van",
)
DISCLAIMERS = (
    r"(?:legal )?disclaimer\b",
    r"confidentiality\b",
    r"confidential(?:ity)? (?:notice|note|information|warning)",
    r"(?:private|privileged|important)(?: and | & |[ /])?(?:confidential|notice)",
    r"(?:haftungsausschluss|rechtlicher hinweis)",
    r"(?:this|the) (?:e-?mail|message|mail|communication|transmission|information)\b.{0,120}"
    r"(?:confidential|intended|privileged|may contain|for the (?:sole|exclusive|named))",
    r"the (?:information|contents?) (?:contained |transmitted )?(?:in|of) this",
    r"if you (?:are not|have received|received) (?:the (?:intended|named)|this)",
    r"(?:diese|die) (?:e-?mail|nachricht|mail)\b.{0,80}(?:vertraulich|bestimmt)",
    r"(?:ce|cet|le présent) (?:message|courriel|e-?mail|mail)\b.{0,120}(?:confidentiel|destin|strictement)",
    r"(?:este|esta|el presente) (?:mensaje|correo|e-?mail|mensagem)\b.{0,120}(?:confiden|destin|dirig)",
    r"(?:questo|questa|il presente|le informazioni) .{0,120}(?:riservat|confidenzial|destinat)",
    r"(?:dit|deze) (?:bericht|e-?mail|mail)\b.{0,80}(?:vertrouwelijk|bestemd|bedoeld)",
    r"(?:detta|denna|dette|denne) .{0,60}(?:konfidenti|fortrolig|avsed)",
    r"(?:ta|niniejsza) wiadomo.{0,80}(?:poufn|przeznaczon)",
)

# The subjects of answers that a program sends by itself; where one word could be a person's, it ends in a colon.
AUTOMATIC_SUBJECTS = (
    r"\[?auto(?:matic|matisch\w*|mated)?[ -]?(?:reply|response|respon[ds]er|antwort|svar|message)\b",
    r"auto:",
    r"automatische (?:antwort|abwesenheits)",
    r"(?:i am |i'm )?out of (?:the )?office",
    r"ooo:",
    r"on (?:vacation|holiday)[:!]",
    r"(?:vacation|holiday|absence) (?:reply|notice|message)",
    r"away from (?:my|the) (?:mail|desk|office)",
    r"abwesen(?:heits?(?:notiz|nachricht|meldung|assistent|info)?|d)\b",
    r"nicht im (?:büro|hause)",
    r"urlaubs(?:notiz|meldung)",
    r"r[ée]ponse automatique",
    r"absente? du bureau|absence du bureau|message d'absence",
    r"respuesta autom[áa]tica|fuera de (?:la )?oficina|ausente:|ausencia:",
    r"risposta automatica|fuori (?:sede|ufficio)|assente dall'ufficio",
    r"resposta autom[áa]tica|fora do escrit[óo]rio|aus[êe]ncia tempor",
    r"autosvar|automatiskt? svar|fr[åa]nvaro|ikke (?:p[åa] kontoret|til stede)",
    r"automaattinen vastaus|poissa\b",
    r"automatisch antwoord|afwezig",
    r"odpowied[źz] automatyczna|autoodpowied|poza biurem|nieobecno|automatick[áa] odpov",
    r"автоматический ответ|автоответ|вне офиса",
    r"自动(?:回复|答复)|自動(?:回覆|応答|返信)|不在(?:通知|のお知らせ)",
    r"부재중|자동 ?회신",
    r"otomatik yan[ıi]t",
    r"תשובה אוטומטית|رد تلقائي",
)
CHALLENGE_SUBJECTS = (
    r"(?:please |bitte )?(?:confirm|verify|authenticate|bestätigen) (?:sie )?(?:your|that you|the|ihre) .{0,20}"
    r"(?:message|e-?mail|mail|address|delivery|nachricht)",
)
REACTIONS = (r".{0,60}\breacted (?:via gmail|to your (?:message|e-?mail))\b",)
# What a program puts into the plain part where it has nothing to say in plain text.
NO_PLAIN_TEXT = (
    r".{0,80}\bhtml\b.{0,80}(?:view|read|display|support|client|format|compatible|capable|message|mail|browser|anzeig|"
    r"darstell|lesen|version|affich|lire|visual|leer|weerge|bekijk)",
    r".{0,80}(?:view|read|display|support|client|anzeig|darstell|affich|visual|unterst).{0,80}\bhtml\b",
    r".{0,80}(?:view|open|read) (?:this|the) (?:e-?mail|message|mail) (?:in|with) (?:a|your) (?:web ?)?browser",
)


def begins(phrases: tuple[str, ...], *, after: str = "") -> re.Pattern[str]:
    """What matches at the beginning of a text that begins with one of the phrases, after `after` (an expression)."""
    return re.compile(rf"{after}(?:{'|'.join(phrases)})", re.IGNORECASE)
