/*
 * Kassa from Java, one file to copy from: create, query and refund a payment, verify a webhook.
 * It needs only the JDK (17 or newer). The JDK has no JSON, so the class Json below reads and writes it. If you use a
 * library, make sure that numbers keep their text (Jackson: USE_BIG_DECIMAL_FOR_FLOATS and
 * JsonNodeFactory.withExactBigDecimals).
 *
 *     java Kassa.java first-payment                           creates an order, waits for its payment, refunds a part
 *     java Kassa.java call METHOD PATH [< body.json]          makes any signed call
 *     java Kassa.java verify-webhook ID TIMESTAMP SIGNATURE < body
 *     java Kassa.java receive-webhooks [PORT]                 receives webhooks, for example from `kassa listen`
 *
 * Settings: KASSA_MERCHANT_ID, KASSA_PRIVATE_KEY_FILE, KASSA_BASE_URL and KASSA_WEBHOOK_SECRET (during a
 * rotation, both secrets with a space between them), or the .kassa/demo.json of a running sandbox in this folder.
 */

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A client; keep one per merchant. */
public final class Kassa {
    private final String merchantId;
    private final PrivateKey privateKey;
    private final String baseUrl;
    private final HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

    /** @param privateKeyPem PKCS#8, as {@code -----BEGIN PRIVATE KEY-----} */
    Kassa(String merchantId, String privateKeyPem, String baseUrl) throws GeneralSecurityException {
        this.merchantId = merchantId;
        this.baseUrl = baseUrl.replaceAll("/$", "");
        if (privateKeyPem.contains("BEGIN RSA PRIVATE KEY")) {
            throw new IllegalArgumentException("Java reads PKCS#8 only: openssl pkcs8 -topk8 -nocrypt -in key.pem -out new.pem");
        }
        var der = Base64.getMimeDecoder().decode(privateKeyPem.replaceAll("-----[A-Z ]+-----", ""));
        this.privateKey = KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der));
    }

    // #region signing
    /** The body flattened to sorted key=value pairs. Build it from exactly the text that is sent. */
    static String canonicalBody(String body) {
        if (!(Json.read(body) instanceof Map<?, ?> tree)) throw new Json.Malformed("the body must be a JSON object");
        var pairs = new ArrayList<String[]>();
        flatten(null, tree, pairs);
        // Sort by the UTF-8 bytes of the key alone: not by the whole line, and not as String.compareTo does.
        pairs.sort(Comparator.comparing(pair -> pair[0].getBytes(UTF_8), Arrays::compareUnsigned));
        return pairs.stream().map(pair -> pair[0] + "=" + pair[1]).collect(Collectors.joining("&"));
    }

    private static void flatten(String path, Object value, List<String[]> pairs) {
        if (value instanceof Map<?, ?> members) {
            int before = pairs.size();
            members.forEach((name, member) -> {
                var key = percentEncode((String) name, "%&=.[]");
                if (member != null) flatten(path == null ? key : path + "." + key, member, pairs);
            });
            if (pairs.size() == before && path != null) pairs.add(new String[] {path, "{}"});
        } else if (value instanceof List<?> items) {
            for (int index = 0; index < items.size(); index++) {
                var place = path + "[" + index + "]";
                if (items.get(index) == null) throw new Json.Malformed(place + ": null is not allowed inside an array");
                flatten(place, items.get(index), pairs);
            }
            if (items.isEmpty()) pairs.add(new String[] {path, "[]"});
        } else if (value instanceof String text) {
            // Unescaped, these two strings would look like an empty object and an empty array.
            var encoded = text.equals("{}") ? "%7B}" : text.equals("[]") ? "%5B]" : percentEncode(text, "%&");
            pairs.add(new String[] {path, encoded});
        } else {
            pairs.add(new String[] {path, value.toString()});
        }
    }

    private static String percentEncode(String text, String characters) {
        var encoded = new StringBuilder();
        for (char c : text.toCharArray()) {
            if (characters.indexOf(c) < 0) encoded.append(c);
            else encoded.append('%').append(Integer.toHexString(c).toUpperCase());
        }
        return encoded.toString();
    }

    /** The raw pairs of the query as they are sent, sorted by key and then by value. */
    static String sortQuery(String query) {
        Comparator<String[]> byKey = Comparator.comparing(parts -> parts[0]);
        return Arrays.stream(query.split("&", -1))
            .map(pair -> new String[] {pair.split("=", 2)[0], pair.contains("=") ? pair.split("=", 2)[1] : "", pair})
            .sorted(byKey.thenComparing(parts -> parts[1]))
            .map(parts -> parts[2])
            .collect(Collectors.joining("&"));
    }

    /** The six signed lines. {@code body} is the text that is sent, or null for a call without a body. */
    static String stringToSign(String method, String path, String query, String body, String timestamp, String nonce)
        throws GeneralSecurityException {
        var hash = "";
        if (body != null) {
            var digest = MessageDigest.getInstance("SHA-256").digest(canonicalBody(body).getBytes(UTF_8));
            hash = HexFormat.of().formatHex(digest);
        }
        return String.join("\n", method, path, sortQuery(query), hash, timestamp, nonce);
    }

    static String sign(PrivateKey privateKey, String lines) throws GeneralSecurityException {
        var signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(privateKey);
        signature.update(lines.getBytes(UTF_8));
        return Base64.getEncoder().encodeToString(signature.sign());
    }
    // #endregion signing

    // #region client
    Map<?, ?> createPayment(Map<String, Object> fields) throws Exception {
        return call("POST", "/api/merchant/payment/create", fields);
    }

    Map<?, ?> queryPayment(String number) throws Exception {
        return call("GET", "/api/merchant/order/payment/query/" + number, null);
    }

    Map<?, ?> refund(Map<String, Object> fields) throws Exception {
        return call("POST", "/api/merchant/payment/refund", fields);
    }

    Map<?, ?> queryRefund(String number) throws Exception {
        return call("GET", "/api/merchant/order/refund/query/" + number, null);
    }

    /**
     * Returns {@code data}; throws Refusal. After an IOException (no answer, a timeout) repeat the identical call:
     * with your own ID, a create or a refund happens only once. Each call is signed anew.
     */
    Map<?, ?> call(String method, String target, Map<String, Object> body) throws Exception {
        var text = send(method, target, body == null ? null : Json.write(body));
        return (Map<?, ?>) ((Map<?, ?>) Json.read(text)).get("data");
    }

    /** Signs and sends this text. Returns the text of a successful answer. */
    String send(String method, String target, String body) throws Exception {
        var question = target.indexOf('?');
        var path = question < 0 ? target : target.substring(0, question);
        var query = question < 0 ? "" : target.substring(question + 1);
        var timestamp = String.valueOf(System.currentTimeMillis());
        var nonce = UUID.randomUUID().toString();
        var lines = stringToSign(method, path, query, body, timestamp, nonce);
        var content = body == null
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString(body, UTF_8);
        var request = HttpRequest.newBuilder(URI.create(baseUrl + target))
            .method(method, content)
            .timeout(Duration.ofSeconds(30))
            .header("Content-Type", "application/json")
            .header("X-Merchant-Id", merchantId)
            .header("X-Timestamp", timestamp)
            .header("X-Nonce", nonce)
            .header("X-Signature", sign(privateKey, lines))
            .build();
        var text = http.send(request, HttpResponse.BodyHandlers.ofString(UTF_8)).body();
        Map<?, ?> answer;
        try {
            answer = (Map<?, ?>) Json.read(text);
        } catch (Json.Malformed | ClassCastException problem) {
            throw new IOException(baseUrl + " did not answer as Kassa does: " + text.substring(0, Math.min(200, text.length())));
        }
        if (!"200".equals(String.valueOf(answer.get("code")))) throw new Refusal(answer);
        return text;
    }

    /** The gateway refused the call. Branch on {@code name}. */
    static final class Refusal extends Exception {
        final String name;
        /** Whether the same call can succeed later. */
        final boolean retryable;
        /** The six lines as the gateway built them. Only a sandbox returns them, with INVALID_SIGNATURE. */
        final String stringToSign;

        Refusal(Map<?, ?> answer) {
            super(describe(answer));
            var error = (Map<?, ?>) answer.get("error");
            name = (String) answer.get("msg");
            retryable = Boolean.TRUE.equals(error.get("retryable"));
            stringToSign = error.get("debug") instanceof Map<?, ?> debug ? (String) debug.get("string_to_sign") : null;
        }

        private static String describe(Map<?, ?> answer) {
            var error = (Map<?, ?>) answer.get("error");
            var text = new StringBuilder("%s (%s): %s [request %s]".formatted(
                answer.get("msg"), answer.get("code"), error.get("detail"), error.get("request_id")));
            if (error.get("fields") instanceof List<?> fields) {
                for (var field : fields) {
                    text.append("\n  ").append(((Map<?, ?>) field).get("path"));
                    text.append(": ").append(((Map<?, ?>) field).get("message"));
                }
            }
            return text.toString();
        }
    }
    // #endregion client

    // #region webhook
    /** The webhook cannot be trusted. Answer 400 and do nothing else. */
    static final class WebhookRefused extends Exception {
        WebhookRefused(String reason) {
            super(reason);
        }
    }

    /** Returns if one of your secrets signed the body recently; throws otherwise. Pass the raw bytes as received. */
    static void verifyWebhook(
        byte[] body, String id, String timestamp, String signature, List<String> secrets, Instant now)
        throws WebhookRefused, GeneralSecurityException {
        if (id.contains(".") || !timestamp.matches("[0-9]{1,12}")) {
            throw new WebhookRefused("webhook-id or webhook-timestamp is malformed");
        }
        if (Math.abs(now.getEpochSecond() - Long.parseLong(timestamp)) > 300) {
            throw new WebhookRefused("webhook-timestamp is too far from this machine's clock");
        }
        var isGenuine = false;
        for (var secret : secrets) {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(webhookKey(secret), "HmacSHA256"));
            mac.update((id + "." + timestamp + ".").getBytes(UTF_8));
            var expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes(UTF_8);
            // During a rotation of the secret, the header has several signatures. isEqual compares in constant time.
            for (var candidate : signature.split(" ")) isGenuine |= MessageDigest.isEqual(expected, candidate.getBytes(UTF_8));
        }
        if (!isGenuine) {
            throw new WebhookRefused("no signature matches: another secret, or the body is not the raw one");
        }
    }

    static byte[] webhookKey(String secret) {
        var text = secret.startsWith("whsec_") ? secret.substring("whsec_".length()) : "";
        byte[] key;
        try {
            key = Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException notBase64) {
            key = new byte[0];
        }
        // Java also accepts Base64 without padding. So encode the key again, and require the same text.
        if (key.length < 24 || key.length > 64 || !Base64.getEncoder().encodeToString(key).equals(text)) {
            throw new IllegalArgumentException("a webhook secret is \"whsec_\" and the Base64 of 24 to 64 bytes");
        }
        return key;
    }
    // #endregion webhook

    // #region receiver
    /** Answers 2xx only after the event was handled. After any other answer, the gateway sends it again. */
    static void receiveWebhooks(int port, List<String> secrets) throws IOException {
        Set<Object> seen = ConcurrentHashMap.newKeySet(); // In production, use a table: an event can arrive again.
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/", exchange -> {
            int status = 200;
            try (exchange) {
                var body = exchange.getRequestBody().readNBytes(1_000_000);
                var headers = exchange.getRequestHeaders();
                try {
                    verifyWebhook(body, String.valueOf(headers.getFirst("webhook-id")),
                        String.valueOf(headers.getFirst("webhook-timestamp")),
                        String.valueOf(headers.getFirst("webhook-signature")), secrets, Instant.now());
                    var event = (Map<?, ?>) Json.read(new String(body, UTF_8));
                    var data = (Map<?, ?>) event.get("data");
                    if (!seen.contains(event.get("event_id"))) {
                        System.out.println(event.get("event_type") + " " + data.get("merchant_transaction_id") + " " + data.get("state"));
                    }
                    seen.add(event.get("event_id"));
                } catch (WebhookRefused refused) {
                    status = 400;
                } catch (GeneralSecurityException | RuntimeException problem) {
                    status = 500;
                }
                exchange.sendResponseHeaders(status, -1);
            }
        });
        server.start();
        System.out.println("Listening on http://127.0.0.1:" + port + "/");
    }
    // #endregion receiver

    // #region json
    /** JSON as Map, List, String, Num, Boolean and null. */
    static final class Json {
        /** A number that keeps its text. 10.00 is sent and signed as 10.00; a double would make it 10.0. */
        record Num(String text) {
            @Override
            public String toString() {
                return text;
            }
        }

        static final class Malformed extends RuntimeException {
            Malformed(String message) {
                super(message);
            }
        }

        private static final java.util.regex.Pattern NUMBER =
            java.util.regex.Pattern.compile("-?(?:0|[1-9][0-9]*+)(?:\\.[0-9]++)?(?:[eE][+-]?[0-9]++)?");
        private final String text;
        private int at;

        private Json(String text) {
            this.text = text;
        }

        static Object read(String text) {
            var json = new Json(text);
            var value = json.value();
            json.peek();
            if (json.at < text.length()) throw json.malformed("text after the end");
            return value;
        }

        static String write(Object value) {
            if (value instanceof Map<?, ?> members) {
                return members.entrySet().stream()
                    .map(member -> quote((String) member.getKey()) + ":" + write(member.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
            }
            if (value instanceof List<?> items) return items.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
            return value instanceof String string ? quote(string) : String.valueOf(value);
        }

        private static String quote(String string) {
            var quoted = new StringBuilder("\"");
            for (char c : string.toCharArray()) {
                if (c == '"' || c == '\\') quoted.append('\\').append(c);
                else if (c < ' ') quoted.append("\\u%04x".formatted((int) c));
                else quoted.append(c);
            }
            return quoted.append('"').toString();
        }

        private Object value() {
            char first = peek();
            if (first == '{') return object();
            if (first == '[') return array();
            if (first == '"') return string();
            for (var word : List.of("true", "false", "null")) {
                if (text.startsWith(word, at)) {
                    at += word.length();
                    return word.equals("null") ? null : Boolean.valueOf(word);
                }
            }
            var number = NUMBER.matcher(text).region(at, text.length());
            if (!number.lookingAt()) throw malformed("a value was expected");
            at = number.end();
            return new Num(number.group());
        }

        private Map<String, Object> object() {
            var members = new LinkedHashMap<String, Object>();
            at++;
            if (take('}')) return members;
            do {
                if (peek() != '"') throw malformed("a member name was expected");
                var name = string();
                if (!take(':')) throw malformed("a colon was expected");
                members.put(name, value());
            } while (take(','));
            if (!take('}')) throw malformed("the end of an object was expected");
            return members;
        }

        private List<Object> array() {
            var items = new ArrayList<>();
            at++;
            if (take(']')) return items;
            do items.add(value());
            while (take(','));
            if (!take(']')) throw malformed("the end of an array was expected");
            return items;
        }

        private String string() {
            var string = new StringBuilder();
            for (at++; at < text.length(); at++) {
                char c = text.charAt(at);
                if (c == '"') {
                    at++;
                    return string.toString();
                }
                if (c < ' ') throw malformed("a control character stands in a string");
                string.append(c == '\\' ? escape() : c);
            }
            throw malformed("a string does not end");
        }

        private char escape() {
            char letter = ++at < text.length() ? text.charAt(at) : '\0';
            if (letter == 'u' && at + 4 < text.length() && text.substring(at + 1, at + 5).matches("[0-9A-Fa-f]{4}")) {
                at += 4;
                return (char) Integer.parseInt(text.substring(at - 3, at + 1), 16);
            }
            int known = "\"\\/bfnrt".indexOf(letter);
            if (letter == '\0' || known < 0) throw malformed("an unknown escape");
            return "\"\\/\b\f\n\r\t".charAt(known);
        }

        private boolean take(char wanted) {
            if (peek() != wanted) return false;
            at++;
            return true;
        }

        /** The next character that is not white space, or NUL at the end. */
        private char peek() {
            while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) at++;
            return at < text.length() ? text.charAt(at) : '\0';
        }

        private Malformed malformed(String what) {
            return new Malformed("not JSON at character " + at + ": " + what);
        }
    }
    // #endregion json

    private void firstPayment() throws Exception {
        var number = "java-" + System.currentTimeMillis();
        var order = createPayment(Map.of(
            "merchant_transaction_id", number,
            "amount", new Json.Num("10.00"),
            "currency_code", "USD",
            "redirect_url", "https://shop.example/thanks",
            "products", List.of(Map.of(
                "product_id", "p1", "name", "Coffee & cake", "price", new Json.Num("5.00"), "quantity", 2))));
        System.out.println("Order " + order.get("order_id") + " was created. Pay here with 4242 4242 4242 4242:");
        System.out.println(order.get("pay_url"));

        // A shop waits for the webhook order.payment.succeeded instead. After PAY_FAIL, the consumer can try another card.
        var payment = queryPayment(number);
        while (List.of("INIT", "PAYING", "PAY_FAIL").contains(payment.get("state"))) {
            Thread.sleep(1000);
            payment = queryPayment(number);
        }
        if (!payment.get("state").equals("PAY_SUCCESS")) {
            throw new IllegalStateException("The order ended as " + payment.get("state") + ".");
        }
        System.out.printf("Paid: %s %s by %s.%n",
            payment.get("amount"), payment.get("currency_code"), payment.get("payment_method"));

        var refundNumber = number + "-r1";
        refund(Map.of(
            "transaction_id", refundNumber,
            "original_transaction_id", number,
            "currency_code", "USD",
            "amount", new Json.Num("4.00"),
            "reason", "one piece came back"));
        var refund = queryRefund(refundNumber);
        while (List.of("0", "1").contains(refund.get("status").toString())) {
            Thread.sleep(1000);
            refund = queryRefund(refundNumber);
        }
        System.out.printf("Refund %s of %s %s ended with status %s.%n",
            refundNumber, refund.get("amount"), refund.get("currency_code"), refund.get("status"));
        System.out.println("The order is " + queryPayment(number).get("state") + ".");
    }

    private static String setting(Map<?, ?> demo, String name, String member) {
        if (System.getenv(name) != null) return System.getenv(name);
        if (demo.get(member) instanceof String value) return value;
        throw new IllegalStateException("Set " + name + ", or run this where `npm start` has made .kassa/demo.json.");
    }

    private static void run(String[] arguments) throws Exception {
        var file = Path.of(".kassa/demo.json");
        var demo = (Map<?, ?>) Json.read(Files.exists(file) ? Files.readString(file) : "{}");
        var keyFile = Path.of(setting(demo, "KASSA_PRIVATE_KEY_FILE", "private_key_file"));
        var kassa = new Kassa(setting(demo, "KASSA_MERCHANT_ID", "merchant_id"), Files.readString(keyFile),
            setting(demo, "KASSA_BASE_URL", "merchant_base_url"));
        var webhookSecrets = List.of(setting(demo, "KASSA_WEBHOOK_SECRET", "webhook_secret").split(" "));
        var command = arguments.length == 0 ? "" : arguments[0];
        if (command.equals("first-payment")) {
            kassa.firstPayment();
        } else if (command.equals("call") && arguments.length == 3) {
            var body = arguments[1].equals("POST") ? new String(System.in.readAllBytes(), UTF_8) : null;
            System.out.write((kassa.send(arguments[1], arguments[2], body) + "\n").getBytes(UTF_8));
        } else if (command.equals("verify-webhook") && arguments.length == 4) {
            var body = System.in.readAllBytes();
            verifyWebhook(body, arguments[1], arguments[2], arguments[3], webhookSecrets, Instant.now());
            var event = (Map<?, ?>) Json.read(new String(body, UTF_8));
            var data = (Map<?, ?>) event.get("data");
            System.out.println("genuine: " + event.get("event_type") + " of " + data.get("merchant_transaction_id"));
        } else if (command.equals("receive-webhooks")) {
            receiveWebhooks(arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3000, webhookSecrets);
        } else {
            throw new IllegalArgumentException(
                "Commands: first-payment, call, verify-webhook, receive-webhooks. See the head of Kassa.java.");
        }
    }

    public static void main(String[] arguments) {
        try {
            run(arguments);
        } catch (Exception problem) {
            if (problem instanceof Refusal refusal && refusal.stringToSign != null) {
                System.err.println("The gateway built these lines:\n" + refusal.stringToSign);
            }
            System.err.println(problem.getMessage() == null ? problem.toString() : problem.getMessage());
            System.exit(1);
        }
    }
}
