import { passkeysTexts as texts, say, unverifiedTexts } from '@comet/texts';
import { LinkAction, Row } from '@comet/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { userQuery } from '../account/index.ts';
import { AddDialog } from './add-dialog.tsx';
import { knowsPasskeys } from './ceremony.ts';
import { PasskeyRow } from './passkey-row.tsx';
import { passkeysQuery } from './passkeys.ts';

/** The account's passkeys, and the way to another one. */
export function PasskeyRows() {
  const { passkeys, limit } = useSuspenseQuery(passkeysQuery).data;
  return (
    <>
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} />
      ))}
      <AnotherRow count={passkeys.length} limit={limit} />
    </>
  );
}

function AnotherRow({ count, limit }: { readonly count: number; readonly limit: number }) {
  const { emailVerified } = useSuspenseQuery(userQuery).data;
  const [adding, setAdding] = useState(false);
  const obstacle = obstacleTo({ emailVerified, isFull: count >= limit, limit });
  const explanation = count === 0 ? texts.noneExplanation : say(texts.anotherExplanation, { limit });
  const action = <LinkAction onClick={() => setAdding(true)}>{texts.add}</LinkAction>;
  return (
    <Row term={count === 0 ? texts.none : texts.another} {...(obstacle === null ? { action } : {})}>
      {explanation}
      {obstacle !== null && <span className="block text-small text-warn">{obstacle}</span>}
      {/* Asked for anew each time, so that no password stays behind in it. */}
      {adding && <AddDialog onClose={() => setAdding(false)} />}
    </Row>
  );
}

/** Why no passkey can be added, in words; null where one can. */
function obstacleTo(given: {
  readonly emailVerified: boolean;
  readonly isFull: boolean;
  readonly limit: number;
}): string | null {
  if (!knowsPasskeys()) return texts.unsupported;
  if (!given.emailVerified) return unverifiedTexts.first;
  return given.isFull ? say(texts.full, { limit: given.limit }) : null;
}
