import { dictionary } from '@zxcvbn-ts/language-common';

/** Frequent ones that the list of breached passwords lacks, ours among them. */
const more =
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
  cometvpn comet1234`.split(/\s+/);

/** The 49,000 most frequent passwords of public breach corpora, and ours. In small letters. */
const breached = new Set([...dictionary['passwords-common'], ...more]);

/** Digits and signs that stand for letters, as guessers undo them. */
const letterOf: Readonly<Record<string, string>> = {
  ...{ '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', $: 's', '5': 's', '7': 't' },
};

/** So many characters added to a breached password are still among the first guesses: a year, a digit and a sign. */
const mostAdded = 5;

/** True for a password that guessers try first: a breached one or a simple variation, one character again and again, or the address. */
export function isCommonPassword(password: string, email: string): boolean {
  const folded = password.toLowerCase();
  if (/^(.)\1*$/su.test(password) || folded === email) return true;
  return [folded, unleet(folded)].some((form) => breached.has(form) || breached.has(stemOf(form)));
}

function unleet(text: string): string {
  return text.replaceAll(/[@431!0$57]/g, (sign) => letterOf[sign] ?? sign);
}

/** The text without the few digits and signs around it; itself where more was added than guessers try. */
function stemOf(text: string): string {
  const stem = text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '');
  return text.length - stem.length <= mostAdded ? stem : text;
}
