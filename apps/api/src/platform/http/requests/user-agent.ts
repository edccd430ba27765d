import type { Platform } from '../../database/schema.ts';

/** The client program according to its User-Agent: enough for its owner to recognise it, too little to identify a person. */
export interface CallingClient {
  /** `Firefox`; null for an unknown program. */
  readonly name: string | null;
  readonly platform: Platform | null;
}

/** Real headers are shorter; the part that is cut off contains no known name. */
const maxLength = 512;

/** In order of matching: a program whose header contains another's name comes first. */
const programs: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Comet', /\bcomet(?:d|-desktop)?\b/i],
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPiOS|OPT|Opera)\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['DuckDuckGo', /\b(?:DuckDuckGo|Ddg)\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//],
  ['Safari', /\bVersion\/[\d.]+(?: Mobile\/\w+)? Safari\//],
  ['curl', /^curl\//],
  ['Wget', /^Wget\//],
  ['Node.js', /^node(?:$|[\s/-])/],
  ['Python', /^(?:python-|Python\/|Python-urllib\/)/],
  ['Go', /^Go-http-client\//],
];

const platforms: readonly (readonly [platform: Platform, sign: RegExp])[] = [
  ['ios', /\b(?:iPhone|iPad|iPod)\b/],
  ['android', /\bAndroid\b/],
  ['windows', /\bWindows\b/],
  ['macos', /\b(?:Macintosh|Mac OS X|macOS)\b/],
  ['linux', /\b(?:Linux|X11|CrOS)\b/i],
];

/** Reads a `User-Agent` header (RFC 9110 §10.1.5). Versions are ignored, and no text of the header itself is returned. */
export function readUserAgent(header: string | undefined): CallingClient {
  const text = (header ?? '').slice(0, maxLength);
  const name = programs.find(([, sign]) => sign.test(text))?.[0] ?? null;
  const platform = platforms.find(([, sign]) => sign.test(text))?.[0] ?? null;
  return { name, platform };
}
