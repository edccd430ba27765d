import { isBlocked } from './block-lists.ts';
import { type Question, readQuestion, replyCodes, replyWithCode } from './dns-message.ts';

/** What becomes of a query: nothing, an answer of ours, or a question to the resolver behind us. */
export type NameDecision =
  | { readonly kind: 'ignore' }
  | { readonly kind: 'answer'; readonly reply: Buffer }
  | { readonly kind: 'ask'; readonly question: Question };

/** A blocked name does not exist. What is no query gets no answer: there is nobody to tell. */
export function decideNames(message: Uint8Array, lists: readonly ReadonlySet<string>[]): NameDecision {
  const question = readQuestion(message);
  if (question === null) return { kind: 'ignore' };
  return isBlocked(question.name, lists)
    ? { kind: 'answer', reply: replyWithCode(message, question, replyCodes.noSuchName) }
    : { kind: 'ask', question };
}
