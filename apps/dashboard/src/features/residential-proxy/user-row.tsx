import { plural, proxyUsersTexts as texts, say } from '@comet/texts';
import { LinkAction, SwitchField } from '@comet/ui';
import { useCopy } from '../../platform/screen/use-copy.ts';
import { gigabytesInWords } from '../services/index.ts';
import type { ProxyUser } from './user-fields.ts';

export type UserAction = 'edit' | 'password' | 'remove';

interface UserRowProps {
  readonly user: ProxyUser;
  readonly onEnabled: (enabled: boolean) => void;
  readonly onAct: (action: UserAction) => void;
}

/** One user: what it may use and has used, and what can be done about it. */
export function UserRow({ user, onEnabled, onAct }: UserRowProps) {
  const { name, username, password, enabled } = user;
  const copy = useCopy();
  return (
    <li className="flex flex-col gap-2 border-b border-line py-4">
      <SwitchField
        label={name}
        switchLabel={say(texts.on, { name })}
        hint={
          <>
            <span className="font-mono">{username}</span>
            {' · '}
            {detailsOf(user).join(' · ')}
          </>
        }
        checked={enabled}
        onChange={onEnabled}
      />
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        <LinkAction aria-label={say(texts.editOf, { name })} onClick={() => onAct('edit')}>
          {texts.edit}
        </LinkAction>
        <LinkAction
          aria-label={say(texts.copyPasswordOf, { name })}
          onClick={() => void copy(password, say(texts.passwordCopied, { name }))}
        >
          {texts.copyPassword}
        </LinkAction>
        <LinkAction aria-label={say(texts.newPasswordOf, { name })} onClick={() => onAct('password')}>
          {texts.newPassword}
        </LinkAction>
        <LinkAction aria-label={say(texts.removeOf, { name })} onClick={() => onAct('remove')}>
          {texts.remove}
        </LinkAction>
      </div>
    </li>
  );
}

function detailsOf({ usedBytes, limitBytes, addresses }: ProxyUser): readonly string[] {
  const used = gigabytesInWords(usedBytes);
  const count = addresses.length;
  return [
    limitBytes === null
      ? say(texts.usedNoLimit, { used })
      : say(texts.usedOfLimit, { used, limit: gigabytesInWords(limitBytes) }),
    ...(count > 0 ? [say(plural(count, texts.allowed), { count })] : []),
  ];
}
