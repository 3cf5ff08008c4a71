/* Runs Kassa's vector files on Kassa.java:  javac -d out Kassa.java Vectors.java && java -cp out Vectors contracts/vectors */

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

public final class Vectors {
    private static int passed;
    private static int failed;

    private interface Action {
        void run() throws Exception;
    }

    private static void check(String name, boolean holds) {
        if (holds) passed++;
        else failed++;
        if (!holds) System.out.println("failed: " + name);
    }

    private static boolean refuses(Action action, Class<? extends Exception> kind) throws Exception {
        try {
            action.run();
            return false;
        } catch (Exception problem) {
            if (kind.isInstance(problem)) return true;
            throw problem;
        }
    }

    private static String text(Map<?, ?> vector, String member) {
        return (String) vector.get(member);
    }

    private static String bodyOf(Map<?, ?> vector) {
        if (vector.containsKey("body_base64")) return new String(Base64.getDecoder().decode(text(vector, "body_base64")), UTF_8);
        if (!(vector.get("body_parts") instanceof List<?> parts)) return text(vector, "body");
        var body = new StringBuilder();
        for (var part : parts) {
            var textAndTimes = (List<?>) part;
            body.append(((String) textAndTimes.get(0)).repeat(Integer.parseInt(textAndTimes.get(1).toString())));
        }
        return body.toString();
    }

    private static List<Map<?, ?>> list(Map<?, ?> file, String... names) {
        var vectors = new ArrayList<Map<?, ?>>();
        for (var name : names) for (var vector : (List<?>) file.get(name)) vectors.add((Map<?, ?>) vector);
        return vectors;
    }

    private static void verify(Map<?, ?> vector) throws Exception {
        var digits = text(vector, "timestamp").strip();
        var secrets = ((List<?>) vector.get("secrets")).stream().map(String.class::cast).toList();
        Kassa.verifyWebhook(text(vector, "body").getBytes(UTF_8), text(vector, "id"), text(vector, "timestamp"),
            text(vector, "signature_header"), secrets, Instant.ofEpochSecond(Long.parseLong(digits)));
    }

    public static void main(String[] arguments) throws Exception {
        var files = new Object() {
            Map<?, ?> read(String name) throws Exception {
                return (Map<?, ?>) Kassa.Json.read(Files.readString(Path.of(arguments[0], name)));
            }
        };

        var bodies = files.read("canonical-body.json");
        for (var vector : list(bodies, "accepted")) {
            var canonical = Kassa.canonicalBody(bodyOf(vector));
            var digest = MessageDigest.getInstance("SHA-256").digest(canonical.getBytes(UTF_8));
            check(text(vector, "name"), HexFormat.of().formatHex(digest).equals(text(vector, "sha256")));
            if (vector.containsKey("canonical")) {
                check(text(vector, "name") + ", its text", canonical.equals(text(vector, "canonical")));
            }
        }
        // The gateway refuses larger bodies. A client never gets such a body unless it writes one itself.
        for (var vector : list(bodies, "refused")) {
            if (List.of("syntax", "not_an_object", "null_in_array").contains(text(vector, "reason"))) {
                check(text(vector, "name"), refuses(() -> Kassa.canonicalBody(bodyOf(vector)), Kassa.Json.Malformed.class));
            }
        }

        var requests = files.read("merchant-signature.json");
        var generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        var keys = generator.generateKeyPair();
        for (var vector : list(requests, "valid")) {
            var lines = Kassa.stringToSign(text(vector, "method"), text(vector, "path"), text(vector, "query"),
                bodyOf(vector), text(vector, "timestamp"), text(vector, "nonce"));
            check(text(vector, "name"), lines.equals(text(vector, "string_to_sign")));
            var verifier = Signature.getInstance("SHA256withRSA");
            verifier.initVerify(keys.getPublic());
            verifier.update(lines.getBytes(UTF_8));
            check(text(vector, "name") + ", signed",
                verifier.verify(Base64.getDecoder().decode(Kassa.sign(keys.getPrivate(), lines))));
        }
        for (var vector : list(requests, "query_sorting")) {
            check(text(vector, "name"), Kassa.sortQuery(text(vector, "query")).equals(text(vector, "sorted")));
        }

        var webhooks = files.read("webhook-signature.json");
        for (var vector : list(webhooks, "signed", "accepted")) {
            check(text(vector, "name"), !refuses(() -> verify(vector), Kassa.WebhookRefused.class));
        }
        for (var vector : list(webhooks, "refused")) {
            check(text(vector, "name"), refuses(() -> verify(vector), Kassa.WebhookRefused.class));
        }
        for (var vector : list(webhooks, "secrets_accepted")) {
            var key = HexFormat.of().formatHex(Kassa.webhookKey(text(vector, "secret")));
            check(text(vector, "name"), key.equals(text(vector, "key_hex")));
        }
        for (var vector : list(webhooks, "secrets_refused")) {
            check(text(vector, "name"), refuses(() -> Kassa.webhookKey(text(vector, "secret")), IllegalArgumentException.class));
        }

        System.out.println(passed + " passed, " + failed + " failed");
        System.exit(failed == 0 ? 0 : 1);
    }
}
