import { proxyUsersTexts as texts } from '@comet/texts';
import { Button, EmptyState } from '@comet/ui';
import { ProxyPicture } from './proxy-picture.tsx';

/** The empty list of users: an explanation, and the button to add the first. */
export function NoUsers({ onAdd }: { readonly onAdd: () => void }) {
  return (
    <EmptyState picture={<ProxyPicture />} action={<Button onClick={onAdd}>{texts.add}</Button>}>
      {texts.none}
    </EmptyState>
  );
}
