import { checkoutTexts, errorText, pageErrorTexts } from '@comet/texts';
import { Banner, LinkAction, linkActionClasses } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import { ApiError } from '../../platform/api.ts';

/** Why nothing can be ordered, and the way on. */
export function NoDraft({ error, onTryAgain }: { readonly error: Error; readonly onTryAgain: () => void }) {
  const isNow = (code: 'subscription_exists' | 'subscription_required') =>
    error instanceof ApiError && error.is(code);
  const subscribed = isNow('subscription_exists');
  const needsPlan = isNow('subscription_required');
  return (
    <Banner
      tone={subscribed || needsPlan ? 'note' : 'danger'}
      urgent
      action={
        subscribed ? (
          <Link to="/dash/home/" className={linkActionClasses}>
            {checkoutTexts.toHome}
          </Link>
        ) : needsPlan ? (
          <Link to="/payment/subscription" className={linkActionClasses}>
            {checkoutTexts.needsPlan}
          </Link>
        ) : (
          <LinkAction onClick={onTryAgain}>{pageErrorTexts.tryAgain}</LinkAction>
        )
      }
    >
      {errorText(error).text}
    </Banner>
  );
}
