package io.racedet.samples.library;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.RaceCheck;
import java.beans.Introspector;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.Serializable;
import java.io.StringReader;
import java.io.StringWriter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLClassLoader;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.sql.DriverManager;
import java.text.DecimalFormat;
import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.Base64;
import java.util.Calendar;
import java.util.Collections;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.Scanner;
import java.util.ServiceLoader;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.prefs.Preferences;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.management.ObjectName;
import javax.net.ssl.SSLContext;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.xml.sax.InputSource;
import org.xml.sax.helpers.DefaultHandler;

/** The internal caches and locks of the JDK cause no reports. */
class JdkInsidesTest {
  private record Use(String name, Callable<?> call) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final class Point implements Serializable {
    private static final long serialVersionUID = 1;
    private final int x = 1;
    private final String[] names = {"a"};

    int getX() {
      return x + names.length;
    }
  }

  private static Use use(String name, Callable<?> call) {
    return new Use(name, call);
  }

  static List<Use> uses() {
    return List.of(
        use("date as text", () -> new Date(1).toString()),
        use("generic types", JdkInsidesTest::genericTypes),
        use("annotations of types", () -> Point.class.getDeclaredMethod("getX").getAnnotations()),
        use("lines of a file", JdkInsidesTest::lines),
        use("xml dom", JdkInsidesTest::parse),
        use(
            "xml sax",
            () -> {
              SAXParserFactory.newInstance()
                  .newSAXParser()
                  .parse(new InputSource(new StringReader("<a/>")), new DefaultHandler());
              return 1;
            }),
        use(
            "xml transform",
            () -> {
              StringWriter out = new StringWriter();
              TransformerFactory.newInstance()
                  .newTransformer()
                  .transform(new DOMSource(parse()), new StreamResult(out));
              return out.toString();
            }),
        use("logger", () -> Logger.getLogger("a.b." + System.nanoTime()).getParent()),
        use(
            "logging",
            () -> {
              Logger.getLogger("quiet").log(Level.FINE, "x {0}", 1);
              return 1;
            }),
        use("format", () -> String.format(Locale.GERMANY, "%,d %tF %s", 12345, new Date(), "x")),
        use(
            "dates",
            () -> new SimpleDateFormat("yyyy-MM-dd EEE", Locale.FRANCE).format(new Date())),
        use("decimals", () -> new DecimalFormat("#,##0.00").format(12.5)),
        use("money", () -> NumberFormat.getCurrencyInstance(Locale.US).format(1)),
        use("currency", () -> Currency.getInstance("EUR").getSymbol(Locale.ITALY)),
        use("calendar", () -> Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo")).getTime()),
        use(
            "time",
            () ->
                ZonedDateTime.now(ZoneId.of("Europe/Paris"))
                    .format(DateTimeFormatter.ofLocalizedDateTime(FormatStyle.FULL))),
        use("zones", () -> ZoneId.getAvailableZoneIds().size()),
        use("pattern", () -> Pattern.compile("\\p{IsGreek}+(a|b)*?").matcher("aab").find()),
        use("split", () -> "a,b;c".split("[,;]").length),
        use("uuid", UUID::randomUUID),
        use("secure random", () -> new SecureRandom().nextInt()),
        use("digest", () -> MessageDigest.getInstance("SHA-256").digest(new byte[10])),
        use(
            "cipher",
            () -> {
              Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
              cipher.init(Cipher.ENCRYPT_MODE, KeyGenerator.getInstance("AES").generateKey());
              return cipher.doFinal(new byte[20]);
            }),
        use("ssl", () -> SSLContext.getDefault().getSupportedSSLParameters().getProtocols().length),
        use("base64", () -> Base64.getEncoder().encodeToString(new byte[9])),
        use("big", () -> BigInteger.TEN.pow(200).toString()),
        use("prime", () -> BigInteger.valueOf(10007).isProbablePrime(20)),
        use("url", () -> URLEncoder.encode("a b", StandardCharsets.UTF_8)),
        use("uri", () -> URI.create("http://localhost/a?b").toURL().getHost()),
        use("address", () -> InetAddress.getByName("127.0.0.1").getHostName()),
        use("resource", () -> JdkInsidesTest.class.getResource("JdkInsidesTest.class")),
        use(
            "resource stream",
            () -> {
              try (var in = JdkInsidesTest.class.getResourceAsStream("JdkInsidesTest.class")) {
                return in.readAllBytes().length;
              }
            }),
        use("reflection", JdkInsidesTest::reflect),
        use("annotations", () -> JdkInsidesTest.class.getDeclaredMethods()[0].getAnnotations()),
        use("generics", () -> List.class.getMethod("of").getGenericReturnType().getTypeName()),
        use(
            "proxy",
            () ->
                ((Callable<?>)
                        Proxy.newProxyInstance(
                            JdkInsidesTest.class.getClassLoader(),
                            new Class<?>[] {Callable.class},
                            (proxy, method, args) -> 7))
                    .call()),
        use("bean", () -> Introspector.getBeanInfo(Point.class).getPropertyDescriptors().length),
        use(
            "handle",
            () -> {
              try {
                return MethodHandles.lookup()
                    .findVirtual(String.class, "length", MethodType.methodType(int.class))
                    .invoke("abc");
              } catch (Throwable e) {
                throw new IllegalStateException(e);
              }
            }),
        use(
            "services",
            () ->
                ServiceLoader.load(java.nio.file.spi.FileSystemProvider.class)
                    .iterator()
                    .hasNext()),
        use("serialisation", JdkInsidesTest::serialise),
        use(
            "jmx",
            () ->
                ManagementFactory.getPlatformMBeanServer()
                    .getAttribute(new ObjectName("java.lang:type=Runtime"), "Uptime")),
        use("memory", () -> ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed()),
        use("charset", () -> Charset.forName("ISO-8859-15").newEncoder().canEncode('x')),
        use("gzip", JdkInsidesTest::compress),
        use("crc", () -> crc()),
        use("files", JdkInsidesTest::file),
        use("drivers", () -> Collections.list(DriverManager.getDrivers()).size()),
        use("scanner", () -> new Scanner("1 2 3").nextInt()),
        use("reader", () -> new BufferedReader(new StringReader("a\nb")).lines().count()),
        use("print", () -> print()),
        use("bundle", () -> bundle()),
        use("preferences", () -> Preferences.userRoot().name()),
        use("system properties", () -> System.getProperty("java.version") + System.getenv().size()),
        use("locale", () -> new Locale.Builder().setLanguage("fr").build().getDisplayName()),
        use("enums", () -> new EnumMap<>(Map.of(TimeUnit.DAYS, 1)).toString()),
        use(
            "collectors",
            () -> IntStream.range(0, 50).boxed().collect(Collectors.groupingBy(i -> i % 3))),
        use("random", () -> ThreadLocalRandom.current().nextInt() + Math.random()),
        use("buffers", () -> ByteBuffer.allocateDirect(64).putInt(1).position()),
        use("stack", () -> StackWalker.getInstance().walk(frames -> frames.count())),
        use("trace", () -> Thread.currentThread().getStackTrace().length),
        use("exception", () -> new IllegalStateException("x").getStackTrace().length),
        use("class loader", () -> loadClass()));
  }

  private static org.w3c.dom.Document parse() throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader("<a><b c='d'/></a>")));
  }

  private static Object reflect() throws Exception {
    Point point = Point.class.getDeclaredConstructor().newInstance();
    return Point.class.getDeclaredMethod("getX").invoke(point);
  }

  private static Object genericTypes() throws Exception {
    Method sort = Collections.class.getMethod("sort", List.class);
    return sort.toGenericString() + sort.getParameters()[0].getParameterizedType();
  }

  private static Object lines() throws IOException {
    Path file = Files.createTempFile("insides", ".txt");
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    } finally {
      Files.delete(file);
    }
  }

  private static Object serialise() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(new Point());
    }
    return new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
  }

  private static Object compress() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(new byte[100]);
    }
    return new GZIPInputStream(new ByteArrayInputStream(bytes.toByteArray())).readAllBytes();
  }

  private static long crc() {
    CRC32 crc = new CRC32();
    crc.update(new byte[100]);
    return crc.getValue();
  }

  private static Object file() throws IOException {
    Path file = Files.createTempFile("insides", ".txt");
    Files.writeString(file, "x");
    String text = Files.readAllLines(file).get(0);
    Files.delete(file);
    return text;
  }

  private static int print() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new PrintStream(bytes).printf("%d%n", 1);
    return bytes.size();
  }

  private static Object bundle() {
    return ResourceBundle.getBundle("io.racedet.samples.library.insides", Locale.ROOT).getKeys();
  }

  private static Object loadClass() throws Exception {
    var source = JdkInsidesTest.class.getProtectionDomain().getCodeSource().getLocation();
    try (URLClassLoader loader = new URLClassLoader(new java.net.URL[] {source}, null)) {
      return loader.loadClass("io.racedet.samples.library.Crew");
    }
  }

  @ParameterizedTest
  @MethodSource("uses")
  void twoThreads_useIt(Use use) {
    check(use, 2);
  }

  @ParameterizedTest
  @MethodSource("uses")
  @Tag("soak")
  void twoThreads_useIt_again(Use use) {
    check(use, 5);
  }

  private static void check(Use use, int repetitions) {
    RaceCheck.with()
        .repetitions(repetitions)
        .run(
            () ->
                RaceCheck.inParallel(
                    () -> assertThat(use.call().call()).isNotNull(),
                    () -> assertThat(use.call().call()).isNotNull()));
  }
}
