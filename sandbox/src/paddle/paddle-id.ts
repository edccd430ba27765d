import { randomInt } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** A Paddle id such as `txn_01k9ppwf885xk7azx0xgnp6kp1`: a prefix and a lower-case ULID, sortable by `at`. */
export function paddleId(prefix: string, at: Date): string {
  let time = at.getTime();
  let head = '';
  for (let index = 0; index < 10; index += 1) {
    head = ALPHABET.charAt(time % 32) + head;
    time = Math.floor(time / 32);
  }
  let tail = '';
  for (let index = 0; index < 16; index += 1) tail += ALPHABET.charAt(randomInt(32));
  return `${prefix}_${head}${tail}`;
}
