import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@comet/contract';
import type { Addresses, Customer } from './customer.ts';
import { latestLink } from './mailbox.ts';

const stepMs = 30_000;

/** A customer's authenticator app. */
export interface Authenticator {
  /** Returns an unused code, because the service accepts each code once. Waits if all valid codes are used. */
  next(): Promise<string>;
  /** Returns a code that is currently invalid for this secret. */
  readonly wrong: () => string;
}

/** An independent implementation of TOTP (RFC 6238), which checks the service's. `secret` is base32 (RFC 4648). */
export function authenticator(secret: string): Authenticator {
  const key = Buffer.from(
    (
      Array.from(secret.replaceAll(/\s/g, ''), (letter) =>
        'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
      )
        .join('')
        .match(/.{8}/g) ?? []
    ).map((bits) => Number.parseInt(bits, 2)),
  );
  const codeOf = (step: number): string => {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(step));
    const mac = createHmac('sha1', key).update(counter).digest();
    const offset = (mac.at(-1) ?? 0) & 15;
    return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
  };
  const currentStep = () => Math.floor(Date.now() / stepMs);
  let used = 0;
  return {
    async next() {
      // From the previous step, while its code stays valid for at least half a step, up to the next step.
      used = Math.max(used + 1, Math.floor((Date.now() - stepMs / 2) / stepMs));
      while (used > currentStep() + 1) await sleep(500);
      return codeOf(used);
    },
    wrong() {
      const near = new Set([-2, -1, 0, 1, 2].map((offset) => codeOf(currentStep() + offset)));
      return (
        ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.has(code)) ?? ''
      );
    },
  };
}

/** Sets up a customer's two-factor and turns it on through the API and the mailed link. */
export async function turnOnTwoFactor(
  addresses: Addresses,
  customer: Customer,
): Promise<{ readonly app: Authenticator; readonly recoveryCodes: readonly string[] }> {
  const { secret } = await customer.client.call(api.generateTwoFactor, {});
  const app = authenticator(secret);
  const body = { code: await app.next(), password: customer.password };
  const { recoveryCodes } = await customer.client.call(api.enableTwoFactor, { body });
  const link = await latestLink(addresses.mailbox, customer.email, '/two-factor/confirm');
  const token = new URL(link).searchParams.get('token') ?? '';
  await customer.client.call(api.confirmTwoFactor, { query: { token } });
  return { app, recoveryCodes };
}
