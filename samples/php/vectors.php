#!/usr/bin/env php
<?php
/* Runs Kassa's vector files on kassa.php:  php vectors.php contracts/vectors */

declare(strict_types=1);

namespace Kassa;

require __DIR__ . '/kassa.php';

$read = fn (string $name) => json_decode(file_get_contents("$argv[1]/$name"), true, flags: JSON_THROW_ON_ERROR);
$passed = $failed = 0;

$check = function (string $name, bool $holds) use (&$passed, &$failed): void {
    $holds ? $passed++ : $failed++;
    echo $holds ? '' : "failed: $name\n";
};

$refuses = function (callable $action, string $kind): bool {
    try {
        $action();
        return false;
    } catch (\Exception $problem) {
        return $problem instanceof $kind ? true : throw $problem;
    }
};

$bodyOf = fn (array $vector): ?string => match (true) {
    isset($vector['body_base64']) => base64_decode($vector['body_base64']),
    isset($vector['body_parts']) => implode('', array_map(fn ($part) => str_repeat(...$part), $vector['body_parts'])),
    default => $vector['body'],
};

$bodies = $read('canonical-body.json');
foreach ($bodies['accepted'] as $vector) {
    $canonical = canonicalBody($bodyOf($vector));
    $check($vector['name'], hash('sha256', $canonical) === $vector['sha256']);
    if (isset($vector['canonical'])) {
        $check("$vector[name], its text", $canonical === $vector['canonical']);
    }
}
// The gateway refuses larger bodies. A client never gets such a body unless it writes one itself.
foreach ($bodies['refused'] as $vector) {
    if (in_array($vector['reason'], ['syntax', 'not_an_object', 'null_in_array'], true)) {
        $check($vector['name'], $refuses(fn () => canonicalBody($bodyOf($vector)), \JsonException::class));
    }
}

$requests = $read('merchant-signature.json');
$key = openssl_pkey_new(['private_key_bits' => 2048, 'private_key_type' => OPENSSL_KEYTYPE_RSA]);
$publicKey = openssl_pkey_get_details($key)['key'];
foreach ($requests['valid'] as $vector) {
    ['method' => $method, 'path' => $path, 'query' => $query, 'timestamp' => $timestamp, 'nonce' => $nonce] = $vector;
    $lines = stringToSign($method, $path, $query, $bodyOf($vector), $timestamp, $nonce);
    $check($vector['name'], $lines === $vector['string_to_sign']);
    $signature = base64_decode(sign($key, $lines), true);
    $check("$vector[name], signed", openssl_verify($lines, $signature, $publicKey, OPENSSL_ALGO_SHA256) === 1);
}
foreach ($requests['query_sorting'] as $vector) {
    $check($vector['name'], sortQuery($vector['query']) === $vector['sorted']);
}

$webhooks = $read('webhook-signature.json');
$verify = fn (array $vector) => fn () => verifyWebhook(
    $vector['body'],
    $vector['id'],
    $vector['timestamp'],
    $vector['signature_header'],
    $vector['secrets'],
    (int) $vector['timestamp'],
);
foreach ([...$webhooks['signed'], ...$webhooks['accepted']] as $vector) {
    $check($vector['name'], !$refuses($verify($vector), WebhookRefused::class));
}
foreach ($webhooks['refused'] as $vector) {
    $check($vector['name'], $refuses($verify($vector), WebhookRefused::class));
}
foreach ($webhooks['secrets_accepted'] as $vector) {
    $check($vector['name'], bin2hex(webhookKey($vector['secret'])) === $vector['key_hex']);
}
foreach ($webhooks['secrets_refused'] as $vector) {
    $check($vector['name'], $refuses(fn () => webhookKey($vector['secret']), \InvalidArgumentException::class));
}

echo "$passed passed, $failed failed\n";
exit($failed === 0 ? 0 : 1);
