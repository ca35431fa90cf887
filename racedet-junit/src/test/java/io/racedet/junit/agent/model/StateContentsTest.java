package io.racedet.junit.agent.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.agent.weave.calls.JdkStates;
import java.io.ByteArrayInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.text.BreakIterator;
import java.text.CharacterIterator;
import java.text.DecimalFormat;
import java.text.MessageFormat;
import java.text.ParsePosition;
import java.text.SimpleDateFormat;
import java.text.StringCharacterIterator;
import java.util.Date;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.Scanner;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.XMLEventReader;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.Source;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.provider.Arguments;
import org.xml.sax.helpers.DefaultHandler;

/** Objects of the JDK with a state that no lock guards: what each method reads and writes. */
class StateContentsTest extends ContentsTestCase {
  static final byte[] BYTES = {1, 2};

  static final SecretKeySpec KEY = new SecretKeySpec(new byte[16], "AES");

  private static final String XML = "<a><b/></a>";

  private static final KeyPair PAIR = made(() -> generator().generateKeyPair());

  /**
   * Objects of a class: calls that look at it, calls that change it.
   *
   * @param owner the class in the table that the calls name
   */
  private record Calls<T>(
      Class<? super T> owner, Kind<T> kind, List<Call<T>> looking, List<Call<T>> changing) {
    Stream<Arguments> races() {
      return Stream.of(
              pairs(List.of(kind), looking, changing.subList(0, 1)),
              pairs(List.of(kind), changing.subList(0, 1), looking),
              changing.stream().flatMap(call -> pairs(List.of(kind), List.of(call), List.of(call))))
          .flatMap(rows -> rows);
    }

    Stream<Arguments> noRaces() {
      return looking.isEmpty() ? Stream.of() : pairs(List.of(kind), looking, looking);
    }

    void underOneLock() {
      T object = kind.made().get();
      Programs.both(
          () -> {
            synchronized (object) {
              changing.get(0).code().accept(object);
            }
          });
    }

    void ofEachThread() {
      Programs.both(() -> changing.get(0).code().accept(kind.made().get()));
    }
  }

  /** Code that may throw. */
  private interface Use<T> {
    void on(T object) throws Exception;
  }

  static <T> T made(Callable<T> source) {
    try {
      return source.call();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static <T> Call<T> use(String name, Use<T> use) {
    return call(
        name,
        object -> {
          try {
            use.on(object);
          } catch (RuntimeException e) {
            throw e;
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static <T> Calls<T> calls(
      Class<? super T> owner, Callable<T> made, List<Call<T>> looking, List<Call<T>> changing) {
    return new Calls<>(owner, kind(owner.getSimpleName(), () -> made(made)), looking, changing);
  }

  private static KeyPairGenerator generator() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(1024);
    return generator;
  }

  private static InputStream xml() {
    return new ByteArrayInputStream(XML.getBytes(StandardCharsets.UTF_8));
  }

  private static Source schema() {
    return new StreamSource(
        new StringReader(
            "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:element name='a'/></xs:schema>"));
  }

  private static SchemaFactory schemas() {
    return SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
  }

  private static Cipher cipher() throws Exception {
    Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding", "SunJCE");
    cipher.init(Cipher.ENCRYPT_MODE, KEY);
    return cipher;
  }

  static Mac mac() throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256", "SunJCE");
    mac.init(KEY);
    return mac;
  }

  private static Signature signature() throws Exception {
    Signature signature = Signature.getInstance("SHA256withRSA", "SunRsaSign");
    signature.initSign(PAIR.getPrivate());
    return signature;
  }

  private static BreakIterator words() {
    BreakIterator words = BreakIterator.getWordInstance(Locale.ROOT);
    words.setText("a b c");
    return words;
  }

  private static XMLStreamReader stream() throws Exception {
    XMLStreamReader reader = XMLInputFactory.newDefaultFactory().createXMLStreamReader(xml());
    reader.next();
    return reader;
  }

  private static <T extends Checksum> Calls<T> checksum(Class<T> owner, Callable<T> made) {
    return calls(
        owner,
        made,
        List.of(use("getValue", Checksum::getValue)),
        List.of(
            use("update", c -> c.update(1)),
            use("update by an array", c -> c.update(BYTES, 0, 2)),
            use("reset", Checksum::reset)));
  }

  private static <T extends CharacterIterator> Calls<T> characters(
      Class<T> owner, Callable<T> made) {
    return calls(
        owner,
        made,
        List.of(
            use("current", CharacterIterator::current),
            use("getIndex", CharacterIterator::getIndex),
            use("clone", CharacterIterator::clone)),
        List.of(
            use("next", CharacterIterator::next),
            use("first", CharacterIterator::first),
            use("last", CharacterIterator::last),
            use("setIndex", c -> c.setIndex(1))));
  }

  private static <T extends DataOutput> Calls<T> output(
      Class<T> owner, Callable<T> made, List<Call<T>> looking) {
    return calls(
        owner,
        made,
        looking,
        List.of(
            use("writeInt", o -> o.writeInt(1)),
            use("writeLong", o -> o.writeLong(1)),
            use("writeShort", o -> o.writeShort(1)),
            use("writeChar", o -> o.writeChar(1)),
            use("writeByte", o -> o.writeByte(1)),
            use("writeBoolean", o -> o.writeBoolean(true)),
            use("writeFloat", o -> o.writeFloat(1)),
            use("writeDouble", o -> o.writeDouble(1)),
            use("writeBytes", o -> o.writeBytes("a")),
            use("writeChars", o -> o.writeChars("a"))));
  }

  private static DataOutputStream output() {
    return new DataOutputStream(OutputStream.nullOutputStream());
  }

  private static final List<Calls<?>> OBJECTS =
      List.of(
          calls(
              CharsetEncoder.class,
              StandardCharsets.UTF_8::newEncoder,
              List.of(),
              List.of(
                  use("encode", e -> e.encode(CharBuffer.wrap("a"))),
                  use(
                      "encode to another",
                      e -> e.encode(CharBuffer.wrap("a"), ByteBuffer.allocate(2), false)),
                  use("reset", CharsetEncoder::reset))),
          calls(
              CharsetDecoder.class,
              StandardCharsets.UTF_8::newDecoder,
              List.of(),
              List.of(
                  use("decode", d -> d.decode(ByteBuffer.allocate(1))),
                  use("reset", CharsetDecoder::reset))),
          calls(
              CharsetDecoder.class,
              () -> {
                CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
                decoder.decode(ByteBuffer.allocate(1));
                return decoder;
              },
              List.of(use("flush", d -> d.flush(CharBuffer.allocate(1)))),
              List.of(use("decode", d -> d.decode(ByteBuffer.allocate(1))))),
          calls(
              MessageDigest.class,
              () -> MessageDigest.getInstance("SHA-256"),
              List.of(use("clone", MessageDigest::clone)),
              List.of(
                  use("update", d -> d.update((byte) 1)),
                  use("update by an array", d -> d.update(BYTES)),
                  use("update by a buffer", d -> d.update(ByteBuffer.allocate(1))),
                  use("digest", MessageDigest::digest),
                  use("digest of an array", d -> d.digest(BYTES)),
                  use("reset", MessageDigest::reset))),
          calls(
              Signature.class,
              StateContentsTest::signature,
              List.of(use("update", s -> s.update(BYTES))),
              List.of(
                  use("initSign", s -> s.initSign(PAIR.getPrivate())),
                  use("initVerify", s -> s.initVerify(PAIR.getPublic())),
                  use("sign", Signature::sign))),
          calls(
              Mac.class,
              StateContentsTest::mac,
              List.of(),
              List.of(
                  use("doFinal", Mac::doFinal),
                  use("doFinal of an array", m -> m.doFinal(BYTES)),
                  use("update", m -> m.update(BYTES)),
                  use("init", m -> m.init(KEY)))),
          calls(
              Cipher.class,
              StateContentsTest::cipher,
              List.of(use("update", c -> c.update(BYTES))),
              List.of(
                  use("doFinal", c -> c.doFinal(BYTES)),
                  use("init", c -> c.init(Cipher.ENCRYPT_MODE, KEY)))),
          checksum(CRC32.class, CRC32::new),
          checksum(CRC32C.class, CRC32C::new),
          checksum(Adler32.class, Adler32::new),
          checksum(Checksum.class, CRC32::new),
          calls(
              Formatter.class,
              Formatter::new,
              List.of(use("toString", Formatter::toString)),
              List.of(
                  use("format", f -> f.format("a%d", 1)),
                  use("format of a locale", f -> f.format(Locale.ROOT, "a")))),
          calls(
              Scanner.class,
              () -> new Scanner("1 2 3 4"),
              List.of(use("toString", Scanner::toString)),
              List.of(
                  use("nextInt", Scanner::nextInt),
                  use("hasNext", Scanner::hasNext),
                  use("hasNextInt", Scanner::hasNextInt),
                  use("next", Scanner::next),
                  use("nextLine", s -> s.findWithinHorizon("1", 0)),
                  use("findInLine", s -> s.findInLine(".")),
                  use("skip", s -> s.skip("")),
                  use("reset", Scanner::reset))),
          calls(
              BreakIterator.class,
              StateContentsTest::words,
              List.of(
                  use("current", BreakIterator::current),
                  use("next", BreakIterator::next),
                  use("previous", BreakIterator::previous),
                  use("isBoundary", w -> w.isBoundary(0)),
                  use("preceding", w -> w.preceding(1)),
                  use("clone", BreakIterator::clone)),
              List.of(
                  use("setText", w -> w.setText("a")),
                  use("first", BreakIterator::first),
                  use("last", BreakIterator::last),
                  use("following", w -> w.following(0)))),
          characters(StringCharacterIterator.class, () -> new StringCharacterIterator("abc")),
          characters(CharacterIterator.class, () -> new StringCharacterIterator("abc")),
          calls(
              MessageFormat.class,
              () -> new MessageFormat("a{0}"),
              List.of(
                  use("format", f -> f.format(new Object[] {1})),
                  use("parse", f -> f.parse("a1", new ParsePosition(0))),
                  use("toPattern", MessageFormat::toPattern)),
              List.of(use("applyPattern", f -> f.applyPattern("b{0}")))),
          calls(
              DecimalFormat.class,
              DecimalFormat::new,
              List.of(),
              List.of(
                  use("applyPattern", f -> f.applyPattern("0")),
                  use("format", f -> f.format(1.5)))),
          calls(
              SimpleDateFormat.class,
              SimpleDateFormat::new,
              List.of(),
              List.of(
                  use("applyPattern", f -> f.applyPattern("yy")),
                  use("format", f -> f.format(new Date(0))))),
          calls(
              DocumentBuilder.class,
              () -> DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder(),
              List.of(),
              List.of(use("parse", b -> b.parse(xml())))),
          calls(
              SAXParser.class,
              () -> SAXParserFactory.newDefaultInstance().newSAXParser(),
              List.of(),
              List.of(use("parse", p -> p.parse(xml(), new DefaultHandler())))),
          calls(
              XMLStreamReader.class,
              StateContentsTest::stream,
              List.of(
                  use("getLocalName", XMLStreamReader::getLocalName),
                  use("getEventType", XMLStreamReader::getEventType),
                  use("hasNext", XMLStreamReader::hasNext),
                  use("getAttributeCount", XMLStreamReader::getAttributeCount),
                  use("isStartElement", XMLStreamReader::isStartElement)),
              List.of(
                  use("next", XMLStreamReader::next), use("nextTag", XMLStreamReader::nextTag))),
          calls(
              XMLEventReader.class,
              () -> XMLInputFactory.newDefaultFactory().createXMLEventReader(xml()),
              List.of(),
              List.of(
                  use("nextEvent", XMLEventReader::nextEvent),
                  use("next", r -> r.next()),
                  use("nextTag", XMLEventReader::nextTag))),
          calls(
              Transformer.class,
              () -> TransformerFactory.newDefaultInstance().newTransformer(),
              List.of(),
              List.of(
                  use(
                      "transform",
                      t ->
                          t.transform(
                              new StreamSource(xml()), new StreamResult(new StringWriter()))))),
          calls(
              SchemaFactory.class,
              StateContentsTest::schemas,
              List.of(),
              List.of(use("newSchema", f -> f.newSchema(schema())))),
          calls(
              Validator.class,
              () -> schemas().newSchema(schema()).newValidator(),
              List.of(),
              List.of(use("validate", v -> v.validate(new StreamSource(xml()))))),
          output(
              DataOutputStream.class,
              StateContentsTest::output,
              List.of(use("size", DataOutputStream::size))),
          output(DataOutput.class, StateContentsTest::output, List.of()),
          calls(
              ProcessBuilder.class,
              () -> new ProcessBuilder("a"),
              List.of(use("command", ProcessBuilder::command)),
              List.of(
                  use("command of a list", p -> p.command(List.of("b"))),
                  use("command of strings", p -> p.command("b")))),
          calls(
              ServiceLoader.class,
              () -> ServiceLoader.load(Runnable.class),
              List.of(
                  use("iterator", ServiceLoader::iterator), use("stream", ServiceLoader::stream)),
              List.of(use("reload", ServiceLoader::reload))));

  static Stream<Arguments> races() {
    return OBJECTS.stream().flatMap(Calls::races);
  }

  static Stream<Arguments> noRaces() {
    return OBJECTS.stream().flatMap(Calls::noRaces);
  }

  @Test
  void everyClassOfTheTable_isTested() {
    Set<String> tested = new TreeSet<>();
    OBJECTS.forEach(calls -> tested.add(calls.owner().getName().replace('.', '/')));
    assertThat(tested).containsExactlyInAnyOrderElementsOf(JdkStates.owners());
  }

  @TestFactory
  Stream<DynamicTest> object_usedUnderOneLock_isSilent() {
    return OBJECTS.stream().map(calls -> silent(calls, Calls::underOneLock, true));
  }

  @TestFactory
  Stream<DynamicTest> object_ofEachThread_isSilent() {
    return OBJECTS.stream().map(calls -> silent(calls, Calls::ofEachThread, false));
  }

  private DynamicTest silent(Calls<?> calls, Consumer<Calls<?>> program, boolean shared) {
    return DynamicTest.dynamicTest(
        calls.owner().getSimpleName(),
        () -> {
          Recorded recorded = Recorded.run(getClass(), () -> program.accept(calls));
          assertThat(recorded.races()).isEmpty();
          assertThat(recorded.shared().stream().anyMatch(name -> name.endsWith(" contents")))
              .isEqualTo(shared);
        });
  }
}
