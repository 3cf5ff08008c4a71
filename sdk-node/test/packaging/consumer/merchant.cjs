// The same project with CommonJS.
const { takePayment } = require('./take-payment.cjs');

const adapters = {
  express: require('@kassa/sdk-node/express'),
  fastify: require('@kassa/sdk-node/fastify'),
  http: require('@kassa/sdk-node/http'),
  koa: require('@kassa/sdk-node/koa'),
  lambda: require('@kassa/sdk-node/lambda'),
  next: require('@kassa/sdk-node/next'),
};
const sdk = require('@kassa/sdk-node');
const mongodb = require('@kassa/sdk-node/mongodb');
const testing = require('@kassa/sdk-node/testing');
takePayment({ sdk, adapters, mongodb, testing }).then((report) => console.log(JSON.stringify(report)));
