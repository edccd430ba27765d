import { formatText, unverifiedTexts } from '@comet/texts';
import { Banner } from '@comet/ui';
import { useQuery } from '@tanstack/react-query';
import { ResendVerification } from './resend-verification.tsx';
import { unconfirmedUserQuery } from './unconfirmed-user.ts';

interface UnverifiedBannerProps {
  readonly email: string;
  /** The screen that shows it, which decides the explanation. */
  readonly at: 'home' | 'checkout';
}

/** Stays until the email address is confirmed, which it polls. */
export default function UnverifiedBanner({ email, at }: UnverifiedBannerProps) {
  useQuery(unconfirmedUserQuery);
  const explanation = at === 'home' ? unverifiedTexts.explanation : unverifiedTexts.checkout;
  return (
    <Banner tone="warn" title={unverifiedTexts.title} action={<ResendVerification email={email} />}>
      {formatText(explanation, { email })}
    </Banner>
  );
}
