export { type Customer, newCustomer, newCustomerWithPlan, payByCard } from './support/customer.ts';
export { type StartedDisplay, startDisplay } from './desktop/start-display.ts';
export { openWebDriver, type WebDriver } from './desktop/webdriver.ts';
export { latestLink } from './support/mailbox.ts';
export { type FeedFollower, startFollowers } from './rolling-restart/feed-follower.ts';
export { captureOutside, startTraffic } from './leaks/outside.ts';
