import { errorText, formatDayAndTime, platformNames, quickLoginTexts, say } from '@comet/texts';
import { Banner, Button, Headline, LinkAction, linkActionClasses, Row, Rows, Skeleton } from '@comet/ui';
import { useMutation, useQuery, useQueryClient } from '../../platform/query/index.ts';
import { Link } from '../../platform/router/index.ts';
import { api, call } from '../../platform/api.ts';
import { devicesQuery } from '../devices/index.ts';

interface DecisionProps {
  /** In the form that people read, so that it can be compared with the machine's screen. */
  readonly code: string;
  readonly onOtherCode: () => void;
}

/** Shows who asks before anything is granted (RFC 10027), and takes the answer. */
export function Decision({ code, onOtherCode }: DecisionProps) {
  const queryClient = useQueryClient();
  const request = useQuery({
    queryKey: ['device-authorization', code],
    queryFn: ({ signal }) => call(api.showDeviceAuthorization, { params: { userCode: code }, signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const decide = useMutation({
    mutationFn: (approve: boolean) => call(api.decideQuickLogin, { body: { userCode: code, approve } }),
    onSuccess: () => queryClient.invalidateQueries(devicesQuery),
  });
  const failure = decide.error ?? request.error;
  if (failure !== null) {
    return (
      <div className="flex flex-col items-start gap-6">
        <Headline explanation={errorText(failure).text}>{code}</Headline>
        <LinkAction onClick={onOtherCode}>{quickLoginTexts.otherCode}</LinkAction>
      </div>
    );
  }
  if (request.data === undefined) return <DecisionSkeleton />;
  const { deviceName, platform, address, network, requestedAt } = request.data;
  const warning = network === 'other' ? quickLoginTexts.askElsewhere : quickLoginTexts.askExplanation;
  if (decide.isSuccess) return <Decided approved={decide.variables} name={deviceName} />;
  const pending = decide.isPending ? decide.variables : null;
  return (
    <div className="flex flex-col gap-8">
      <Headline>{say(quickLoginTexts.askHeadline, { name: deviceName })}</Headline>
      <Rows>
        <Row term={quickLoginTexts.device}>
          {say(quickLoginTexts.deviceNamed, { name: deviceName, platform: platformNames[platform] })}
        </Row>
        <Row term={quickLoginTexts.place}>
          {quickLoginTexts.places[network]}
          <span className="block font-mono text-small text-quiet">{address}</span>
        </Row>
        <Row term={quickLoginTexts.time}>{formatDayAndTime(requestedAt)}</Row>
        <Row term={quickLoginTexts.userCode}>
          <span className="font-mono text-small">{code}</span>
        </Row>
      </Rows>
      <Banner tone={network === 'other' ? 'danger' : 'warn'} title={quickLoginTexts.askTitle}>
        {say(warning, { code })}
      </Banner>
      <div className="flex flex-wrap gap-3">
        <Button busy={pending === true} onClick={() => decide.mutate(true)}>
          {quickLoginTexts.approve}
        </Button>
        <Button weight="secondary" busy={pending === false} onClick={() => decide.mutate(false)}>
          {quickLoginTexts.refuse}
        </Button>
      </div>
    </div>
  );
}

function Decided({ approved, name }: { readonly approved: boolean; readonly name: string }) {
  const headline = approved
    ? say(quickLoginTexts.approvedHeadline, { name })
    : quickLoginTexts.refusedHeadline;
  return (
    <div role="status" className="flex flex-col items-start gap-6">
      <Headline explanation={approved ? quickLoginTexts.approved : quickLoginTexts.refused}>
        {headline}
      </Headline>
      <div className="flex flex-wrap gap-x-8 gap-y-3">
        <Link to="/dash/devices" className={linkActionClasses}>
          {quickLoginTexts.toDevices}
        </Link>
        <Link to="/dash/settings/" className={linkActionClasses}>
          {quickLoginTexts.toSessions}
        </Link>
      </div>
    </div>
  );
}

function DecisionSkeleton() {
  return (
    <div className="flex flex-col gap-8" aria-busy="true">
      <Skeleton className="h-10 w-4/5 max-w-100" />
      <Skeleton className="h-5 w-full max-w-110" />
      <Skeleton className="h-5 w-full max-w-80" />
    </div>
  );
}
