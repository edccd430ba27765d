import { servicesTexts } from '@comet/texts';
import { buttonClasses, Headline, linkActionClasses, Row, Rows } from '@comet/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useDocumentTitle } from '../shell/index.ts';
import { serviceQuery } from './bought.ts';
import { countryName, serviceState } from './service-words.ts';

const route = getRouteApi('/dash/dedicated/$id');

/** One address: what it is, until when it runs, and how it runs longer. */
export default function ServiceScreen() {
  useDocumentTitle(servicesTexts.dedicated);
  const { id } = route.useParams();
  const { data: service } = useSuspenseQuery(serviceQuery(id));
  return (
    <div className="flex flex-col gap-8">
      <Link to="/dash/dedicated/" className={`${linkActionClasses} self-start`}>
        {servicesTexts.back}
      </Link>
      <Headline>{service.address ?? countryName(service.country)}</Headline>
      <Rows>
        <Row term={servicesTexts.state}>{serviceState(service)}</Row>
        <Row term={servicesTexts.country}>{countryName(service.country)}</Row>
        <Row term={servicesTexts.type}>{servicesTexts.types[service.type]}</Row>
      </Rows>
      {service.state === 'active' && (
        <Link
          to="/dash/dedicated/extend/$id"
          params={{ id }}
          className={`${buttonClasses('primary')} self-start`}
        >
          {servicesTexts.extend}
        </Link>
      )}
    </div>
  );
}
