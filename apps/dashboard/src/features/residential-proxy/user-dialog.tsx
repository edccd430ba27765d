import { proxyUsersTexts as texts, say, validationTexts } from '@comet/texts';
import { Dialog, NumberField, TextAreaField, TextField } from '@comet/ui';
import { DialogForm, required, useForm } from '../../platform/form/index.ts';
import { addressesOf, limitAsTyped, limitOf, type ProxyUser, wrongAddresses } from './user-fields.ts';

export interface UserWish {
  readonly name: string;
  readonly limitBytes: number | null;
  readonly addresses: readonly string[];
}

interface UserDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Null for a new one. */
  readonly user: ProxyUser | null;
  readonly save: (wish: UserWish) => Promise<unknown>;
}

const longestName = 60;

/** A new user, or another name, limit and networks for one that is there. */
export function UserDialog({ open, onClose, user, save }: UserDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={user === null ? texts.addTitle : say(texts.editTitle, { name: user.name })}
    >
      <UserForm user={user} save={save} onClose={onClose} />
    </Dialog>
  );
}

const limit = { holds: (typed: string) => limitOf(typed) !== undefined, text: texts.limitWrong };

const addressList = {
  holds: (typed: string) => wrongAddresses(typed) === null,
  text: (typed: string) => wrongAddresses(typed) ?? '',
};

function UserForm({ user, save, onClose }: Omit<UserDialogProps, 'open'>) {
  const form = useForm({
    fields: {
      name: user?.name ?? '',
      limitBytes: limitAsTyped(user?.limitBytes ?? null),
      addresses: user?.addresses.join('\n') ?? '',
    },
    checks: {
      name: [required],
      limitBytes: [limit],
      addresses: [addressList],
    },
    onSubmit: async ({ name, limitBytes, addresses }) => {
      await save({
        name: name.trim(),
        limitBytes: limitOf(limitBytes, user?.limitBytes ?? null) ?? null,
        addresses: addressesOf(addresses),
      });
      onClose();
    },
  });
  return (
    <DialogForm
      state={form}
      submit={user === null ? texts.add : texts.save}
      cancel={texts.cancel}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        autoComplete="off"
        maxLength={longestName}
        {...form.field('name')}
      />
      <NumberField
        label={texts.limit}
        hint={texts.limitHint}
        wholeOnly={validationTexts.wholeGigabytes}
        maxLength={6}
        {...form.field('limitBytes')}
      />
      <TextAreaField
        label={texts.addresses}
        hint={texts.addressesHint}
        mono
        autoComplete="off"
        spellCheck={false}
        {...form.field('addresses')}
      />
    </DialogForm>
  );
}
