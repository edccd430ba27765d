import { renameTexts, formatText } from '@comet/texts';
import { LinkAction } from '@comet/ui';
import type { RemoveDialogTexts } from './remove-dialog.tsx';

interface RowActionsProps {
  readonly name: string;
  readonly texts: Pick<RemoveDialogTexts, 'remove' | 'removeOf'>;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

/** The actions on one item of a list. For screen readers each link names its item. */
export function RowActions({ name, texts, onRename, onRemove }: RowActionsProps) {
  return (
    <div className="flex gap-6">
      <LinkAction aria-label={formatText(renameTexts.renameOf, { name })} onClick={onRename}>
        {renameTexts.rename}
      </LinkAction>
      <LinkAction aria-label={formatText(texts.removeOf, { name })} onClick={onRemove}>
        {texts.remove}
      </LinkAction>
    </div>
  );
}
