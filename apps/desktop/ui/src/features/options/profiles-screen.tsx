import { formatText } from '@comet/texts';
import { profilesTexts } from '@comet/texts/desktop';
import type { Profile, Snapshot } from '@comet/tunnel-protocol';
import { Button, LinkAction, Subhead, TextField, useNotify } from '@comet/ui';
import { type SyntheticEvent, useState } from 'react';
import { useChoices } from '../../platform/daemon/index.ts';
import { useLocations } from '../locations/index.ts';
import { nextLocation, profileText } from '../profiles/index.ts';
import { NamedRows } from './named-rows.tsx';
import { parseSavedName } from './parse-input.ts';
import { SettingFrame } from './setting-frame.tsx';

/** The profiles, and the form that saves the current settings as one. */
export function ProfilesScreen({ snapshot }: { readonly snapshot: Snapshot }) {
  const { choose, failure } = useChoices();
  const notify = useNotify();
  const { locations } = useLocations();
  const { profiles } = snapshot.settings;
  const replace = (name: string) =>
    choose('profile.save', { name }, () =>
      notify(formatText(profilesTexts.replaced, { name }), { id: 'profile' }),
    );
  return (
    <SettingFrame title={profilesTexts.title} why={profilesTexts.why} failure={failure}>
      {profiles.length === 0 ? (
        <NamedRows none={profilesTexts.none} rows={[]} />
      ) : (
        <ul className="m-0 list-none border-t border-line p-0">
          {profiles.map((profile) => (
            <ProfileItem
              key={profile.name}
              profile={profile}
              isUsed={snapshot.profile === profile.name}
              description={profileText(profile, locations ?? nextLocation(snapshot.next))}
              onUse={() => choose('profile.use', { name: profile.name })}
              onReplace={() => replace(profile.name)}
              onRename={(to) => choose('profile.rename', { name: profile.name, to })}
              onRemove={() => choose('profile.remove', { name: profile.name })}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-col gap-4">
        <Subhead>{profilesTexts.add}</Subhead>
        <NameForm
          key={profiles.length}
          label={profilesTexts.name}
          act={profilesTexts.addAct}
          onName={(name) => choose('profile.save', { name })}
        />
      </div>
    </SettingFrame>
  );
}

interface ProfileItemProps {
  readonly profile: Profile;
  readonly isUsed: boolean;
  readonly description: string;
  readonly onUse: () => void;
  readonly onReplace: () => void;
  readonly onRename: (to: string) => void;
  readonly onRemove: () => void;
}

function ProfileItem(props: ProfileItemProps) {
  const { profile, isUsed, description, onUse, onReplace, onRename, onRemove } = props;
  const [isRenaming, setRenaming] = useState(false);
  const { name } = profile;
  const action = (label: string, what: string, onClick: () => void) => (
    <LinkAction aria-label={what} onClick={onClick}>
      {label}
    </LinkAction>
  );
  return (
    <li className="flex flex-col gap-2 border-b border-line py-3.5">
      <span className="font-medium wrap-anywhere">
        {isUsed ? formatText(profilesTexts.inUse, { name }) : name}
      </span>
      <span className="text-small wrap-anywhere text-quiet">{description}</span>
      <span className="flex flex-wrap gap-4">
        {!isUsed && action(profilesTexts.use, formatText(profilesTexts.useWhat, { name }), onUse)}
        {!isUsed && action(profilesTexts.replace, formatText(profilesTexts.replaceWhat, { name }), onReplace)}
        {isRenaming ? (
          <LinkAction onClick={() => setRenaming(false)}>{profilesTexts.cancel}</LinkAction>
        ) : (
          action(profilesTexts.rename, formatText(profilesTexts.renameWhat, { name }), () =>
            setRenaming(true),
          )
        )}
        {action(profilesTexts.remove, formatText(profilesTexts.removeWhat, { name }), onRemove)}
      </span>
      {isRenaming && (
        <NameForm
          label={formatText(profilesTexts.newName, { name })}
          first={name}
          act={profilesTexts.rename}
          onName={(to) => {
            setRenaming(false);
            onRename(to);
          }}
        />
      )}
    </li>
  );
}

interface NameFormProps {
  readonly label: string;
  /** The name that is entered at first. */
  readonly first?: string;
  /** The label of the button. */
  readonly act: string;
  readonly onName: (name: string) => void;
}

function NameForm({ label, first = '', act, onName }: NameFormProps) {
  const [typed, setTyped] = useState(first);
  const [wrong, setWrong] = useState(false);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const name = parseSavedName(typed);
    setWrong(name === null);
    if (name !== null) onName(name);
  }

  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-2 *:first:w-full" noValidate>
      <TextField
        label={label}
        error={wrong ? profilesTexts.nameForm : undefined}
        maxLength={40}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" weight="secondary">
        {act}
      </Button>
    </form>
  );
}
