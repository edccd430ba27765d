import { downloadTexts as texts, say, unverifiedTexts } from '@comet/texts';
import { Banner, buttonClasses } from '@comet/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ResendVerification } from '../account/index.ts';
import type { Access } from './access.ts';
import { wireguardConfigsQuery } from './downloads.ts';

interface NoAccessProps {
  readonly access: Exclude<Access, 'open'>;
  readonly email: string;
}

/** What stands in the way of files, and the way on. */
export function NoAccess({ access, email }: NoAccessProps) {
  const { configs } = useSuspenseQuery(wireguardConfigsQuery).data;
  if (access === 'unverified') {
    return (
      <Banner tone="warn" title={unverifiedTexts.title} action={<ResendVerification email={email} />}>
        {say(texts.unverified, { email })}
      </Banner>
    );
  }
  return (
    <Banner
      title={texts.needPlanTitle}
      action={
        <Link to="/payment/subscription" className={buttonClasses('primary')}>
          {texts.choosePlan}
        </Link>
      }
    >
      {configs.length > 0 ? texts.needPlanKept : texts.needPlan}
    </Banner>
  );
}
