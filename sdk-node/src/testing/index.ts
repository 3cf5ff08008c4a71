export { type SignedTestEvent, signTestEvent, type TestEventOptions } from './sign-test-event.ts';
export { type SeenRequest, TestGateway, type TestGatewayOptions } from './test-gateway.ts';
