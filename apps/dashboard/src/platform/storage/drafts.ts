import { onUserStored, storedUserId } from './session.ts';

/** What was typed into a form, by the names of its fields. Never a secret. */
export type Draft = Readonly<Record<string, string>>;

/** A form on the page. */
export interface DraftedForm {
  /** Names the form among those at its address. */
  readonly name: string;
  /** Whether something was typed that was not sent. */
  readonly isDirty: () => boolean;
  readonly read: () => Draft;
  readonly restore: (draft: Draft) => void;
}

interface Kept {
  readonly owner: string;
  readonly drafts: Readonly<Record<string, Draft>>;
}

const KEY = 'comet:drafts';
const open = new Map<DraftedForm, string>();
let isAnswerLost = false;

/** Whether leaving the page would lose text, or the repetition of a write whose answer was lost. */
export function hasUnsent(): boolean {
  return isAnswerLost || [...open.keys()].some((form) => form.isDirty());
}

/** Notes that the answer to a write was lost, which may have ended the session; false once it was repeated or given up. */
export function setAnswerLost(lost: boolean): void {
  isAnswerLost = lost;
}

/**
 * Gives a form what was kept of it before a sign-in, once it is known that the same account is back, and watches it until the returned
 * function is called.
 */
export function watchDraft(form: DraftedForm): () => void {
  const key = `${location.pathname} ${form.name}`;
  open.set(form, key);
  const stop = onUserStored((owner) => {
    const kept = readKept();
    if (kept === null) return;
    // The computer may be shared: what another account typed is not left for the person who is here now.
    if (kept.owner !== owner) return forgetDrafts();
    const draft = kept.drafts[key];
    if (draft === undefined || form.isDirty()) return;
    const { [key]: _restored, ...others } = kept.drafts;
    write({ owner, drafts: others });
    form.restore(draft);
  });
  return () => {
    stop();
    open.delete(form);
  };
}

/** Whether something was kept of the form that will have this name. */
export function hasDraft(name: string): boolean {
  const kept = readKept();
  return kept?.owner === storedUserId() && kept?.drafts[`${location.pathname} ${name}`] !== undefined;
}

/** Keeps what was typed, for this account and in this tab alone, through a sign-in. */
export function keepDrafts(): void {
  const owner = storedUserId();
  if (owner === null) return;
  const drafts = [...open].flatMap(([form, key]) => (form.isDirty() ? [[key, form.read()] as const] : []));
  if (drafts.length > 0) write({ owner, drafts: Object.fromEntries(drafts) });
}

export function forgetDrafts(): void {
  sessionStorage.removeItem(KEY);
}

function write(kept: Kept): void {
  sessionStorage.setItem(KEY, JSON.stringify(kept));
}

function readKept(): Kept | null {
  return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null;
}
