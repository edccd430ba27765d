import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { operatorOf, type SignedInOperator } from '../features/operators/index.ts';
import { sourceOf } from '../platform/http/addresses/source-address.ts';
import type { Fields } from './actions.ts';
import type { OperatorConsoleDeps } from './deps.ts';
import { passkeyScriptPath } from './passkeys/passkey-script.ts';

/** A signed-in operator, with the CSRF token of their forms. */
export interface ConsoleSession extends SignedInOperator {
  readonly formToken: string;
}

const cookieName = '__Host-comet-desk';
const deviceCookieName = '__Host-comet-desk-device';

/** Returns the signed-in operator, or null. */
export async function consoleSessionOf(
  deps: OperatorConsoleDeps,
  request: FastifyRequest,
): Promise<ConsoleSession | null> {
  const token = cookieIn(request, cookieName);
  const operator = token === null ? null : await operatorOf(deps, token);
  if (token === null || operator === null) return null;
  return { ...operator, formToken: createHmac('sha256', token).update('form').digest('base64url') };
}

/** Returns whether a form came from a page of this session. */
export function isOurForm(inside: ConsoleSession, fields: Fields): boolean {
  const [given, expected] = [Buffer.from(fields['form_token'] ?? ''), Buffer.from(inside.formToken)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export function fieldsOf(request: FastifyRequest): Fields {
  return typeof request.body === 'object' && request.body !== null ? (request.body as Fields) : {};
}

/** Removes NUL, which PostgreSQL cannot store in a text and keyboards cannot type. */
export const withoutNul = (text: string): string => text.replaceAll('\0', '');

export function addressOf(request: FastifyRequest): string {
  return sourceOf(request.ip);
}

export function sendPage(reply: FastifyReply, page: string, status = 200): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(page);
}

/** Only style, fonts and icon, from the console's origin. */
export const pagePolicy =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Sends a page with the script for passkeys: the policy allows this one address. */
export function sendScriptedPage(
  { url }: Pick<OperatorConsoleDeps, 'url'>,
  reply: FastifyReply,
  page: string,
  status = 200,
): FastifyReply {
  const script = `${new URL(url).origin}${passkeyScriptPath}`;
  const policy = `${pagePolicy}; script-src ${script}; require-trusted-types-for 'script'`;
  return sendPage(reply.header('content-security-policy', policy), page, status);
}

/**
 * `__Host-` and `Secure` bind the cookie to this origin; `SameSite=Strict` keeps other sites from sending it. An empty token deletes it.
 */
export function setCookie(reply: FastifyReply, token: string): FastifyReply {
  return reply.header('set-cookie', cookieOf(cookieName, token, token === '' ? 0 : null));
}

/** Sets the known-device cookie of an operator's browser, for a year. */
export function setDeviceCookie(reply: FastifyReply, token: string): FastifyReply {
  return reply.header('set-cookie', cookieOf(deviceCookieName, token, 365 * 24 * 3600));
}

/** Returns the device token of an earlier sign-in in this browser; null without one. */
export const deviceTokenIn = (request: FastifyRequest): string | null => cookieIn(request, deviceCookieName);

function cookieOf(name: string, token: string, maxAge: number | null): string {
  const age = maxAge === null ? '' : `; Max-Age=${maxAge}`;
  return `${name}=${token}${age}; Path=/; Secure; HttpOnly; SameSite=Strict`;
}

function cookieIn(request: FastifyRequest, name: string): string | null {
  const pairs = (request.headers.cookie ?? '').split(/;\s*/);
  const own = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
  return /^[A-Za-z0-9_-]{20,100}$/.test(own) ? own : null;
}
