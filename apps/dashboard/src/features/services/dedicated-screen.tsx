import { say, servicesTexts } from '@comet/texts';
import { buttonClasses, Headline, linkActionClasses, Row, Rows } from '@comet/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDocumentTitle } from '../shell/index.ts';
import { type Service, servicesQuery } from './bought.ts';
import { countryName, serviceState } from './service-words.ts';

/** The addresses that somebody has for themselves. */
export default function DedicatedScreen() {
  useDocumentTitle(servicesTexts.dedicated);
  const { data: services } = useSuspenseQuery(servicesQuery);
  const count = services.filter(({ state }) => state === 'active' || state === 'provisioning').length;
  const some = count === 1 ? servicesTexts.dedicatedOne : say(servicesTexts.dedicatedSome, { count });
  return (
    <div className="flex flex-col gap-8">
      <Headline explanation={servicesTexts.dedicatedExplanation}>
        {count === 0 ? servicesTexts.dedicatedNone : some}
      </Headline>
      {services.length > 0 && (
        <Rows>
          {services.map((service) => (
            <ServiceRow key={service.id} service={service} />
          ))}
        </Rows>
      )}
      <Link to="/dash/dedicated/payment" className={`${buttonClasses('primary')} self-start`}>
        {servicesTexts.order}
      </Link>
    </div>
  );
}

function ServiceRow({ service }: { readonly service: Service }) {
  return (
    <Row
      term={countryName(service.country)}
      action={
        <Link to="/dash/dedicated/$id" params={{ id: service.id }} className={linkActionClasses}>
          {servicesTexts.details}
        </Link>
      }
    >
      <span className="flex flex-col">
        {service.address !== null && <span className="font-mono">{service.address}</span>}
        <span className="text-small text-quiet">{serviceState(service)}</span>
      </span>
    </Row>
  );
}
