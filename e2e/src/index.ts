export { type Customer, newCustomer, payByCard } from './customer.ts';
export { type StartedDesk, startDesk } from './desktop/start-desk.ts';
export { openWebDriver, type WebDriver } from './desktop/webdriver.ts';
export { latestLink } from './mailbox.ts';
