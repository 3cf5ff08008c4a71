// A merchant's project as an ES module. It has installed only this package.
import * as sdk from '@kassa/sdk-node';
import * as express from '@kassa/sdk-node/express';
import * as fastify from '@kassa/sdk-node/fastify';
import * as http from '@kassa/sdk-node/http';
import * as koa from '@kassa/sdk-node/koa';
import * as lambda from '@kassa/sdk-node/lambda';
import * as mongodb from '@kassa/sdk-node/mongodb';
import * as next from '@kassa/sdk-node/next';
import * as testing from '@kassa/sdk-node/testing';
import { takePayment } from './take-payment.cjs';

const adapters = { express, fastify, http, koa, lambda, next };
console.log(JSON.stringify(await takePayment({ sdk, adapters, mongodb, testing })));
