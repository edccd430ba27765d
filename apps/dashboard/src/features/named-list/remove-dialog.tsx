import { errorText, formatText } from '@comet/texts';
import { Button, Dialog, useNotify } from '@comet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../platform/data/api.ts';
import type { ListQuery, NamedItem } from './named-item.ts';

type NameOf = `${string}{name}${string}`;

/** Texts for the removal of one kind of entry. */
export interface RemoveDialogTexts {
  readonly remove: string;
  readonly removeOf: NameOf;
  readonly removeTitle: NameOf;
  readonly removeConfirm: string;
  readonly keep: string;
  readonly removed: NameOf;
}

interface RemoveDialogProps {
  readonly thing: NamedItem;
  readonly list: ListQuery;
  readonly texts: RemoveDialogTexts;
  readonly explanation: string;
  readonly remove: () => Promise<unknown>;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Confirms the removal of an entry. */
export function RemoveDialog(props: RemoveDialogProps) {
  const { thing, list, texts, explanation, open, onClose } = props;
  const { id, name } = thing;
  const notify = useNotify();
  const queryClient = useQueryClient();
  const leave = async () => {
    notify(formatText(texts.removed, { name }), { id });
    onClose();
    await queryClient.invalidateQueries(list);
  };
  const remove = useMutation({
    mutationFn: props.remove,
    onSuccess: leave,
    onError: async (error) => {
      // Another tab has already removed it.
      if (error instanceof ApiError && error.is('not_found')) await leave();
      else notify(errorText(error).text, { id, tone: 'danger' });
    },
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={formatText(texts.removeTitle, { name })}
      explanation={explanation}
      actions={
        <>
          <Button weight="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            {texts.removeConfirm}
          </Button>
          <Button weight="secondary" onClick={onClose}>
            {texts.keep}
          </Button>
        </>
      }
    />
  );
}
