/** The most frequent passwords of eight characters and more in public breach corpora. Compared without regard to case. */
const common = new Set(
  `12345678 123456789 1234567890 11111111 00000000 87654321 987654321 88888888 12341234 11223344 123123123 147258369
  123456789a 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 qwertyui qwertyuiop qwerty123 qwerty12 qwerty1234 q1w2e3r4 q1w2e3r4t5 asdfghjk
  asdfghjkl zxcvbnm1 zxcvbnm123 asdf1234 abcd1234 abc12345 a1b2c3d4 a1234567 a12345678 aa123456 aa12345678 password password1
  password12 password123 password1234 passw0rd p@ssw0rd p@ssword pa55word passport letmein1 letmein123 welcome1 welcome123 iloveyou
  iloveyou1 iloveyou2 sunshine sunshine1 princess princess1 football football1 baseball baseball1 basketball superman batman123
  master123 monkey123 dragon123 shadow123 michael1 jennifer jessica1 charlie1 starwars whatever trustno1 computer internet
  samsung1 mustang1 corvette mercedes liverpool liverpool1 chelsea1 arsenal1 barcelona juventus manchester qweasdzx qweasdzxc
  qweasd123 1234qwer 123qweasd 123qwe123 12qwaszx 123abc123 changeme changeme1 secret123 default1 administrator admin123
  admin1234 administrator1 testtest test1234 guest123 user1234 login123 pokemon1 pokemon123 minecraft fortnite1 spiderman
  blink182 ashley12 nicole12 daniel12 babygirl babygirl1 butterfly chocolate anthony1 victoria alexander elizabeth christian
  february november december september summer2024 summer2025 summer2026 winter2025 winter2026 google123 facebook1 myspace1 linkedin1
  cometvpn comet1234`.split(/\s+/),
);

/** True for a password that guessers try first: a frequent one, one character again and again, or the address itself. */
export function isCommonPassword(password: string, email: string): boolean {
  const folded = password.toLowerCase();
  return common.has(folded) || /^(.)\1*$/su.test(password) || folded === email;
}
