import { OpenvpnFiles } from './openvpn-files.tsx';
import { formatDay, openvpnFileTexts as texts, errorText } from '@comet/texts';
import { LinkAction, Row, Rows, Subhead, Button, Dialog, useNotify } from '@comet/ui';
import { useSuspenseQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { useCopy } from '../../../platform/screen/use-copy.ts';
import { credentialsQuery } from '../downloads.ts';
import { api, call } from '../../../platform/data/api.ts';

/** Shows the credentials first, since no file works without them. */
export function OpenvpnPanel({ onSaved }: ComponentProps<typeof OpenvpnFiles>) {
  return (
    <>
      <CredentialRows />
      <OpenvpnFiles onSaved={onSaved} />
    </>
  );
}

/** OpenVPN's user name and password. The password is hidden until requested, and can be copied while hidden. */
function CredentialRows() {
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
          term={texts.activeSince}
          action={<LinkAction onClick={() => setRotating(true)}>{texts.rotate}</LinkAction>}
        >
          {formatDay(createdAt)}
        </Row>
      </Rows>
      <RotateDialog username={username} open={isRotating} onClose={() => setRotating(false)} />
    </section>
  );
}

interface RotateDialogProps {
  /** User name of the pair to replace. */
  readonly username: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Confirms the replacement, which ends all OpenVPN connections. */
function RotateDialog({ username, open, onClose }: RotateDialogProps) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const rotate = useMutation({
    mutationFn: () => call(api.rotateOpenvpnCredentials, { body: { username } }),
    onSuccess: ({ credentials }) => {
      queryClient.setQueryData(credentialsQuery.queryKey, credentials);
      notify(texts.rotated, { id: 'credentials' });
      onClose();
    },
    onError: async (error) => {
      notify(errorText(error).text, { id: 'credentials', tone: 'danger' });
      onClose();
      // Another tab may have replaced them.
      await queryClient.invalidateQueries(credentialsQuery);
    },
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.rotateTitle}
      explanation={texts.rotateExplanation}
      actions={
        <>
          <Button weight="danger" busy={rotate.isPending} onClick={() => rotate.mutate()}>
            {texts.rotateConfirm}
          </Button>
          <Button weight="secondary" onClick={onClose}>
            {texts.keep}
          </Button>
        </>
      }
    />
  );
}
