import { normalizeText } from '@comet/foundation';
import type { Refusal } from '../../../platform/http/requests/route.ts';
import { dictionary } from '@zxcvbn-ts/language-common';

/** Frequent passwords that are missing in the list of breached ones, including our names. */
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

/** The 49,000 most frequent passwords of public breach corpora, and ours. In lower case. */
const breached = new Set([...dictionary['passwords-common'], ...more]);

/** Substitutions of letters by digits and symbols, as password crackers reverse them. */
const emailOf: Readonly<Record<string, string>> = {
  ...{ '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', $: 's', '5': 's', '7': 't' },
};

/**
 * A breached password with this many added characters is still guessed early: a year, a digit and a symbol. A run such as `123456` counts
 * as one.
 */
const maxAdded = 5;

/** A part this short, repeated to a password's length, adds no strength. */
const shortPart = 4;

/**
 * Returns true for a password that attackers try first: a breached one or a simple variation, a sequence, a short or breached part
 * repeated, the address or its local part.
 */
export function isCommonPassword(password: string, email: string): boolean {
  // Crackers ignore case, accents, and full-width and half-width forms.
  const folded = normalizeText(password);
  return isOfAddress(folded, normalizeText(email)) || [folded, unleet(folded)].some(isGuessed);
}

function isGuessed(form: string): boolean {
  const part = /^(.+?)\1+$/su.exec(form)?.[1] ?? form;
  if (part !== form && part.length <= shortPart) return true;
  return [form, withoutSeparators(form), part].some(
    (one) => (one.length > shortPart && isRun(one)) || breached.has(one) || breached.has(stemOf(one)),
  );
}

/** Returns the letters and digits; the text itself where most of it is neither. */
function withoutSeparators(text: string): string {
  const joined = text.replace(/[^\p{L}\p{N}]/gu, '');
  return joined.length * 2 >= text.length ? joined : text;
}

/** The email address or its local part, with a few characters added. */
function isOfAddress(folded: string, email: string): boolean {
  const [name = ''] = email.split('@');
  return (
    name !== '' &&
    [email, name].some((known) => folded.includes(known) && added(folded.replace(known, '')) <= maxAdded)
  );
}

function unleet(text: string): string {
  return text.replaceAll(/[@431!0$57]/g, (sign) => emailOf[sign] ?? sign);
}

/** Returns the text without the few digits and symbols around it; the text itself where more was added than attackers try. */
function stemOf(text: string): string {
  const [, before = '', stem = '', after = ''] = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/su.exec(text) ?? [];
  return added(before) + added(after) <= maxAdded ? stem : text;
}

/** Returns how much was added: characters, and one for each run. */
function added(text: string): number {
  const parts = text.match(/\d+|\D+/g) ?? [];
  return parts.reduce((sum, part) => sum + (isRun(part) ? 1 : part.length), 0);
}

/** One repeated character or a run of consecutive ones, ascending or descending: `!!!!`, `abcdefgh`, `9876543210`. 0 follows 9. */
function isRun(text: string): boolean {
  const points = Array.from(text, (sign) => sign.codePointAt(0) ?? 0);
  const steps = points.slice(1).map((point, index) => point - (points[index] ?? 0));
  const isDigits = /^\d+$/.test(text);
  return [0, 1, -1].some((step) =>
    steps.every((one) => one === step || (isDigits && step !== 0 && one === -9 * step)),
  );
}

/** Refuses a password that attackers try first; the contract checks its length. */
export function refuseCommonPassword(password: string, email: string): Refusal<'validation_failed'> | null {
  if (!isCommonPassword(password, email)) return null;
  const message = 'This password is too easy to guess';
  return { code: 'validation_failed', rules: [{ rule: 'password.too_common', message }] };
}
