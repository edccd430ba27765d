import { formatDay, openvpnFileTexts as texts, say } from '@comet/texts';
import { LinkAction, Row, Rows, Subhead } from '@comet/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy } from '../../platform/use-copy.ts';
import { credentialsQuery } from './downloads.ts';
import { RotateDialog } from './rotate-dialog.tsx';

/** The pair that OpenVPN asks for. The password is shown on request, and copied without being shown. */
export function CredentialRows() {
  const { username, password, createdAt } = useSuspenseQuery(credentialsQuery).data;
  const copy = useCopy();
  const [isShown, setShown] = useState(false);
  const [isRotating, setRotating] = useState(false);
  return (
    <section className="flex flex-col gap-4">
      <div className="flex flex-col gap-1.5">
        <Subhead>{texts.credentials}</Subhead>
        <p className="m-0 max-w-[36rem] text-quiet">{texts.credentialsExplanation}</p>
      </div>
      <Rows>
        <Row
          term={texts.username}
          action={
            <LinkAction
              aria-label={texts.copyUsername}
              onClick={() => void copy(username, texts.usernameCopied)}
            >
              {texts.copy}
            </LinkAction>
          }
        >
          <span className="font-mono">{username}</span>
        </Row>
        <Row
          term={texts.password}
          action={
            <span className="flex flex-wrap justify-end gap-x-6 gap-y-1">
              <LinkAction
                aria-label={isShown ? texts.hidePassword : texts.showPassword}
                onClick={() => setShown(!isShown)}
              >
                {isShown ? texts.hide : texts.show}
              </LinkAction>
              <LinkAction
                aria-label={texts.copyPassword}
                onClick={() => void copy(password, texts.passwordCopied)}
              >
                {texts.copy}
              </LinkAction>
            </span>
          }
        >
          {isShown ? (
            <span className="font-mono">{password}</span>
          ) : (
            <span className="text-quiet">{texts.hidden}</span>
          )}
        </Row>
        <Row
          term={texts.inForce}
          action={<LinkAction onClick={() => setRotating(true)}>{texts.rotate}</LinkAction>}
        >
          {say(texts.since, { date: formatDay(createdAt) })}
        </Row>
      </Rows>
      <RotateDialog username={username} open={isRotating} onClose={() => setRotating(false)} />
    </section>
  );
}
