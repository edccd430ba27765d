import { errorText, portalTexts as texts } from '@comet/texts';
import { LinkAction, useNotify } from '@comet/ui';
import { useMutation } from '@tanstack/react-query';
import { api, call } from '../../platform/data/api.ts';
import { openInNewTab } from '../../platform/screen/open-in-new-tab.ts';

/**
 * Opens Paddle's customer portal, where cards and addresses are changed: the overview, or the page of the
 * card.
 */
export function PortalAction({ opens }: { readonly opens: 'overview' | 'card' }) {
  const notify = useNotify();
  const open = useMutation({
    mutationFn: () =>
      openInNewTab(async () => {
        const { overviewUrl, paymentMethodUrl } = await call(api.openPortal, {});
        return opens === 'card' ? (paymentMethodUrl ?? overviewUrl) : overviewUrl;
      }),
    onError: (error) => notify(errorText(error).text, { id: 'portal', tone: 'danger' }),
  });
  return (
    <LinkAction aria-busy={open.isPending || undefined} onClick={() => open.isPending || open.mutate()}>
      {opens === 'card' ? texts.updateCard : texts.openPortal}
    </LinkAction>
  );
}
