#!/usr/bin/env php
<?php
/*
 * Kassa from PHP, one file to copy from: create, query and refund a payment, verify a webhook.
 * PHP 8.1 or newer with its own extensions json and openssl; no Composer package.
 *
 *     php kassa.php first-payment                           creates an order, waits for its payment, refunds a part
 *     php kassa.php call METHOD PATH [< body.json]          makes any signed call
 *     php kassa.php verify-webhook ID TIMESTAMP SIGNATURE < body
 *     php kassa.php receive-webhooks [PORT]                 receives webhooks, for example from `kassa listen`
 *
 * Settings: KASSA_MERCHANT_ID, KASSA_PRIVATE_KEY_FILE, KASSA_BASE_URL and KASSA_WEBHOOK_SECRET (during a
 * rotation, both secrets with a space between them), or the .kassa/demo.json of a running sandbox in this folder.
 */

declare(strict_types=1);

namespace Kassa;

// #region signing
/** A JSON number that keeps its text. 10.00 is sent and signed as 10.00; a float would make it 10.0. */
final class Decimal
{
    public function __construct(public readonly string $text)
    {
    }
}

/** Like json_encode, but it also writes Decimal, which json_encode cannot. */
function toJson(mixed $value): string
{
    if ($value instanceof Decimal) {
        return $value->text;
    }
    if (!is_array($value)) {
        return json_encode($value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
    }
    if (array_is_list($value)) {
        return '[' . implode(',', array_map(toJson(...), $value)) . ']';
    }
    $member = fn ($name) => json_encode((string) $name, JSON_THROW_ON_ERROR) . ':' . toJson($value[$name]);
    return '{' . implode(',', array_map($member, array_keys($value))) . '}';
}

/** The body flattened to sorted key=value pairs. Build it from exactly the text that is sent. */
function canonicalBody(string $raw): string
{
    // json_decode turns numbers into floats and loses their text. So each number first becomes a string that begins
    // with "n", and each string gets an "s" in front. Everything else is left to json_decode.
    $string = '"([^"\\\\]*+(?:\\\\.[^"\\\\]*+)*+)"';
    $number = '-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?';
    $mark = fn (array $token) => isset($token[1]) ? '"s' . $token[1] . '"' : '"n' . $token[0] . '"';
    $tree = json_decode(preg_replace_callback("/$string|$number/s", $mark, $raw), false, 32, JSON_THROW_ON_ERROR);
    if (!$tree instanceof \stdClass) {
        throw new \JsonException('the body must be a JSON object');
    }
    $pairs = [];
    flatten(null, $tree, $pairs);
    // Sort by the bytes of the key alone, not by the whole line. Compare keys as strings, even "10" and "9".
    uksort($pairs, fn ($left, $right) => strcmp((string) $left, (string) $right));
    return implode('&', array_map(fn ($key) => "$key=$pairs[$key]", array_keys($pairs)));
}

function flatten(?string $path, mixed $value, array &$pairs): void
{
    if ($value instanceof \stdClass) {
        $members = array_filter((array) $value, fn ($member) => $member !== null);
        if ($members === [] && $path !== null) {
            $pairs[$path] = '{}';
        }
        foreach ($members as $name => $member) {
            if ($name[0] !== 's') {
                throw new \JsonException('a member name must be a string');
            }
            $key = strtr(substr($name, 1), [
                '%' => '%25', '&' => '%26', '=' => '%3D', '.' => '%2E', '[' => '%5B', ']' => '%5D',
            ]);
            flatten($path === null ? $key : "$path.$key", $member, $pairs);
        }
    } elseif (is_array($value)) {
        if ($value === []) {
            $pairs[$path] = '[]';
        }
        foreach ($value as $index => $item) {
            if ($item === null) {
                throw new \JsonException("{$path}[$index]: null is not allowed inside an array");
            }
            flatten("{$path}[$index]", $item, $pairs);
        }
    } elseif (is_bool($value)) {
        $pairs[$path] = $value ? 'true' : 'false';
    } else {
        $text = substr($value, 1);
        $pairs[$path] = match (true) {
            $value[0] === 'n' => $text,
            // Unescaped, these two strings would look like an empty object and an empty array.
            $text === '{}' => '%7B}',
            $text === '[]' => '%5B]',
            default => strtr($text, ['%' => '%25', '&' => '%26']),
        };
    }
}

/** The raw pairs of the query as they are sent, sorted by key and then by value. */
function sortQuery(string $query): string
{
    $pairs = explode('&', $query);
    $parts = fn (string $pair) => explode('=', $pair, 2) + [1 => ''];
    usort($pairs, fn ($left, $right) => strcmp($parts($left)[0], $parts($right)[0])
        ?: strcmp($parts($left)[1], $parts($right)[1]));
    return implode('&', $pairs);
}

/** The six signed lines. $body is the text that is sent, or null for a call without a body. */
function stringToSign(
    string $method,
    string $path,
    string $query,
    ?string $body,
    string $timestamp,
    string $nonce,
): string {
    $hash = $body === null ? '' : hash('sha256', canonicalBody($body));
    return implode("\n", [$method, $path, sortQuery($query), $hash, $timestamp, $nonce]);
}

function sign(\OpenSSLAsymmetricKey $privateKey, string $lines): string
{
    openssl_sign($lines, $signature, $privateKey, OPENSSL_ALGO_SHA256) || throw new \RuntimeException('cannot sign');
    return base64_encode($signature);
}
// #endregion signing

// #region client
/** The gateway refused the call. Branch on $name. $retryable says whether the same call can succeed later. */
final class KassaError extends \RuntimeException
{
    public readonly string $name;
    public readonly bool $retryable;
    /** The six lines as the gateway built them. Only a sandbox returns them, with INVALID_SIGNATURE. */
    public readonly ?string $stringToSign;

    public function __construct(array $answer)
    {
        $error = $answer['error'] ?? [];
        $this->name = $answer['msg'];
        $this->retryable = $error['retryable'] ?? false;
        $this->stringToSign = $error['debug']['string_to_sign'] ?? null;
        $fields = array_map(fn ($field) => "\n  $field[path]: $field[message]", $error['fields'] ?? []);
        parent::__construct(sprintf(
            '%s (%d): %s [request %s]%s',
            $this->name,
            $answer['code'],
            $error['detail'] ?? '',
            $error['request_id'] ?? '',
            implode('', $fields),
        ));
    }
}

/** Send amounts as new Decimal('10.00'); in answers they are numbers. */
final class Kassa
{
    private readonly \OpenSSLAsymmetricKey $privateKey;

    public function __construct(
        private readonly string $merchantId,
        string $privateKeyPem,
        private readonly string $baseUrl,
    ) {
        $this->privateKey = openssl_pkey_get_private($privateKeyPem)
            ?: throw new \InvalidArgumentException('the private key is not PEM');
    }

    public function createPayment(array $fields): array
    {
        return $this->call('POST', '/api/merchant/payment/create', $fields);
    }

    public function queryPayment(string $number): array
    {
        return $this->call('GET', "/api/merchant/order/payment/query/$number");
    }

    public function refund(array $fields): array
    {
        return $this->call('POST', '/api/merchant/payment/refund', $fields);
    }

    public function queryRefund(string $number): array
    {
        return $this->call('GET', "/api/merchant/order/refund/query/$number");
    }

    /**
     * Returns `data`; throws KassaError. After any other exception (no answer, a timeout) repeat the identical call:
     * with your own ID, a create or a refund happens only once. Each call is signed anew.
     */
    public function call(string $method, string $target, ?array $body = null): array
    {
        $text = $this->send($method, $target, $body === null ? null : toJson($body));
        return json_decode($text, true, flags: JSON_THROW_ON_ERROR)['data'];
    }

    /** Signs and sends this text. Returns the text of a successful answer. */
    public function send(string $method, string $target, ?string $raw = null): string
    {
        [$path, $query] = explode('?', $target, 2) + [1 => ''];
        $timestamp = (string) (int) (microtime(true) * 1000);
        $nonce = bin2hex(random_bytes(16));
        $lines = stringToSign($method, $path, $query, $raw, $timestamp, $nonce);
        $options = [
            'method' => $method,
            'header' => [
                'Content-Type: application/json',
                "X-Merchant-Id: $this->merchantId",
                "X-Timestamp: $timestamp",
                "X-Nonce: $nonce",
                'X-Signature: ' . sign($this->privateKey, $lines),
            ],
            'content' => $raw ?? '',
            'timeout' => 30,
            'ignore_errors' => true, // an error answer has a body, too
            'follow_location' => 0,
        ];
        $text = @file_get_contents(rtrim($this->baseUrl, '/') . $target, false, stream_context_create(['http' => $options]));
        if ($text === false) {
            throw new \RuntimeException('No answer: ' . (error_get_last()['message'] ?? 'unknown'));
        }
        $answer = json_decode($text, true);
        if (!isset($answer['code'], $answer['msg'])) {
            throw new \RuntimeException("$this->baseUrl did not answer as Kassa does: " . substr($text, 0, 200));
        }
        return $answer['code'] === 200 ? $text : throw new KassaError($answer);
    }
}
// #endregion client

// #region webhook
/** The webhook cannot be trusted. Answer 400 and do nothing else. */
final class WebhookRefused extends \RuntimeException
{
}

/**
 * Returns if one of your secrets signed the body recently; throws otherwise.
 * Pass the raw body: file_get_contents('php://input').
 *
 * @param list<string> $secrets
 */
function verifyWebhook(
    string $body,
    string $id,
    string $timestamp,
    string $signature,
    array $secrets,
    ?int $now = null,
): void {
    $keys = array_map(webhookKey(...), $secrets);
    if (str_contains($id, '.') || !preg_match('/^[0-9]{1,12}$/D', $timestamp)) {
        throw new WebhookRefused('webhook-id or webhook-timestamp is malformed');
    }
    if (abs(($now ?? time()) - (int) $timestamp) > 300) {
        throw new WebhookRefused("webhook-timestamp is too far from this machine's clock");
    }
    foreach ($keys as $key) {
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
        // During a rotation of the secret, the header has several signatures. Compare them as text, in constant time.
        foreach (explode(' ', $signature) as $candidate) {
            if (hash_equals($expected, $candidate)) {
                return;
            }
        }
    }
    throw new WebhookRefused('no signature matches: another secret, or the body is not the raw one');
}

function webhookKey(string $secret): string
{
    $text = str_starts_with($secret, 'whsec_') ? substr($secret, 6) : '';
    $key = base64_decode($text, true);
    if ($key === false || strlen($key) < 24 || strlen($key) > 64 || base64_encode($key) !== $text) {
        throw new \InvalidArgumentException('a webhook secret is "whsec_" and the Base64 of 24 to 64 bytes');
    }
    return $key;
}
// #endregion webhook

// #region receiver
/** Answers 2xx only after the event was handled. After any other answer, the gateway sends it again. */
function receiveWebhook(array $secrets): void
{
    $body = file_get_contents('php://input');
    $header = fn (string $name) => $_SERVER["HTTP_WEBHOOK_$name"] ?? '';
    try {
        verifyWebhook($body, $header('ID'), $header('TIMESTAMP'), $header('SIGNATURE'), $secrets);
    } catch (WebhookRefused $refused) {
        http_response_code(400);
        echo $refused->getMessage();
        return;
    }
    $event = json_decode($body, true, flags: JSON_THROW_ON_ERROR);
    // An event can arrive twice. A file that can be created only once stands for a table with a unique key.
    $marks = sys_get_temp_dir() . '/kassa-events';
    is_dir($marks) || mkdir($marks, 0700);
    if (@fopen("$marks/" . basename($event['event_id']), 'x') !== false) {
        $line = "$event[event_type] {$event['data']['merchant_transaction_id']} {$event['data']['state']}\n";
        file_put_contents('php://stdout', $line);
    }
    http_response_code(200);
}
// #endregion receiver

function firstPayment(Kassa $kassa): void
{
    $number = 'php-' . (int) (microtime(true) * 1000);
    $order = $kassa->createPayment([
        'merchant_transaction_id' => $number,
        'amount' => new Decimal('10.00'),
        'currency_code' => 'USD',
        'redirect_url' => 'https://shop.example/thanks',
        'products' => [
            ['product_id' => 'p1', 'name' => 'Coffee & cake', 'price' => new Decimal('5.00'), 'quantity' => 2],
        ],
    ]);
    echo "Order $order[order_id] was created. Pay here with 4242 4242 4242 4242:\n$order[pay_url]\n";

    // A shop waits for the webhook order.payment.succeeded instead. After PAY_FAIL, the consumer can try another card.
    while (in_array(($payment = $kassa->queryPayment($number))['state'], ['INIT', 'PAYING', 'PAY_FAIL'], true)) {
        sleep(1);
    }
    if ($payment['state'] !== 'PAY_SUCCESS') {
        throw new \RuntimeException("The order ended as $payment[state].");
    }
    echo "Paid: $payment[amount] $payment[currency_code] by $payment[payment_method].\n";

    $refundNumber = "$number-r1";
    $kassa->refund([
        'transaction_id' => $refundNumber,
        'original_transaction_id' => $number,
        'currency_code' => 'USD',
        'amount' => new Decimal('4.00'),
        'reason' => 'one piece came back',
    ]);
    while (($refund = $kassa->queryRefund($refundNumber))['status'] < 2) {
        sleep(1);
    }
    echo "Refund $refundNumber of $refund[amount] $refund[currency_code] ended with status $refund[status].\n";
    echo "The order is {$kassa->queryPayment($number)['state']}.\n";
}

function settings(): array
{
    $file = is_file('.kassa/demo.json') ? file_get_contents('.kassa/demo.json') : '{}';
    $demo = json_decode($file, true, flags: JSON_THROW_ON_ERROR);
    $setting = fn (string $name, string $member) => getenv($name) ?: $demo[$member]
        ?? throw new \RuntimeException("Set $name, or run this where `npm start` has made .kassa/demo.json.");
    return [
        $setting('KASSA_MERCHANT_ID', 'merchant_id'),
        $setting('KASSA_PRIVATE_KEY_FILE', 'private_key_file'),
        $setting('KASSA_BASE_URL', 'merchant_base_url'),
        explode(' ', $setting('KASSA_WEBHOOK_SECRET', 'webhook_secret')),
    ];
}

function main(array $arguments): void
{
    [$merchantId, $keyFile, $baseUrl, $webhookSecrets] = settings();
    $kassa = new Kassa($merchantId, file_get_contents($keyFile), $baseUrl);
    $command = array_shift($arguments);
    if ($command === 'first-payment') {
        firstPayment($kassa);
    } elseif ($command === 'call' && count($arguments) === 2) {
        $raw = $arguments[0] === 'POST' ? stream_get_contents(STDIN) : null;
        echo $kassa->send($arguments[0], $arguments[1], $raw), "\n";
    } elseif ($command === 'verify-webhook' && count($arguments) === 3) {
        $body = stream_get_contents(STDIN);
        verifyWebhook($body, $arguments[0], $arguments[1], $arguments[2], $webhookSecrets);
        $event = json_decode($body, true, flags: JSON_THROW_ON_ERROR);
        echo "genuine: $event[event_type] of {$event['data']['merchant_transaction_id']}\n";
    } elseif ($command === 'receive-webhooks') {
        $address = '127.0.0.1:' . ($arguments[0] ?? '3000');
        echo "Listening on http://$address/\n";
        pcntl_exec(PHP_BINARY, ['-S', $address, __FILE__]);
    } else {
        throw new \RuntimeException('Commands: first-payment, call, verify-webhook, receive-webhooks. See the head of this file.');
    }
}

if (PHP_SAPI === 'cli-server') {
    receiveWebhook(settings()[3]);
} elseif (realpath($argv[0]) === __FILE__) {
    try {
        main(array_slice($argv, 1));
    } catch (\Exception $problem) {
        if ($problem instanceof KassaError && $problem->stringToSign !== null) {
            fwrite(STDERR, "The gateway built these lines:\n$problem->stringToSign\n");
        }
        fwrite(STDERR, $problem->getMessage() . "\n");
        exit(1);
    }
}
