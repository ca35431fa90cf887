package io.racedet.junit.agent.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.security.Key;
import java.security.MessageDigest;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import java.text.Collator;
import java.text.StringCharacterIterator;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.Scanner;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import javax.crypto.Mac;
import javax.crypto.MacSpi;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Calls on objects with a state that access none, or that of another object, and other ways to make
 * one.
 */
@Timeout(20)
class StateCallsContentsTest {
  @BeforeAll
  static void weave() {
    ContentsTestCase.weave();
  }

  /* ---- what is not accessed ---- */

  private Set<String> races(Programs.Step step) {
    return Recorded.runRacy(getClass(), () -> Programs.both(step)).races();
  }

  @Test
  void questionsAboutWhatNoCallChanges_areSilent() throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    Mac mac = StateContentsTest.mac();
    Scanner scanner = new Scanner("a");
    Set<String> races =
        Recorded.run(
                getClass(),
                () ->
                    Programs.inParallel(
                        () -> {
                          digest.update(StateContentsTest.BYTES);
                          mac.update(StateContentsTest.BYTES);
                          scanner.next();
                        },
                        () -> {
                          digest.getAlgorithm();
                          digest.getDigestLength();
                          digest.getProvider();
                          mac.getMacLength();
                          scanner.delimiter();
                          scanner.locale();
                        }))
            .races();
    assertThat(races).isEmpty();
  }

  @Test
  void call_thatThrows_hasNoAccess() {
    ProcessBuilder builder = new ProcessBuilder("a");
    StringCharacterIterator characters = new StringCharacterIterator("a");
    assertThat(
            races(
                () -> {
                  failing(() -> builder.command((List<String>) null));
                  failing(() -> characters.setIndex(7));
                }))
        .isEmpty();
  }

  private static void failing(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException expected) {
      return;
    }
    throw new IllegalStateException("has not thrown");
  }

  /* ---- classes that the JDK does not know ---- */

  /** A digest that several threads may use, as its class says. */
  private static final class SafeDigest extends MessageDigest {
    SafeDigest() {
      super("safe");
    }

    @Override
    protected void engineUpdate(byte input) {}

    @Override
    protected void engineUpdate(byte[] input, int offset, int length) {}

    @Override
    protected byte[] engineDigest() {
      return new byte[0];
    }

    @Override
    protected void engineReset() {}
  }

  /** A checksum that several threads may use. */
  private static final class SafeSum extends CRC32 {
    @Override
    public void update(int b) {}
  }

  /** A reader that several threads may use. */
  private static final class SafeReader extends StreamReaderDelegate {
    @Override
    public synchronized int next() {
      return 1;
    }
  }

  @Test
  void classesOfTheProgram_areSilent() {
    MessageDigest digest = new SafeDigest();
    CRC32 sum = new SafeSum();
    XMLStreamReader reader = new SafeReader();
    XMLStreamReader wrapped = new StreamReaderDelegate(reader);
    assertThat(
            races(
                () -> {
                  digest.update(StateContentsTest.BYTES);
                  digest.digest();
                  sum.update(1);
                  reader.next();
                  wrapped.next();
                }))
        .isEmpty();
  }

  /** Its algorithms are for the program to judge. */
  private static final class OwnProvider extends Provider {
    private static final long serialVersionUID = 1;

    OwnProvider() {
      super("own", "1", "");
      put("Mac.safe", SafeMac.class.getName());
    }
  }

  /** An algorithm that several threads may use. */
  public static final class SafeMac extends MacSpi {
    @Override
    protected int engineGetMacLength() {
      return 0;
    }

    @Override
    protected void engineInit(Key key, AlgorithmParameterSpec parameters) {}

    @Override
    protected void engineUpdate(byte input) {}

    @Override
    protected void engineUpdate(byte[] input, int offset, int length) {}

    @Override
    protected byte[] engineDoFinal() {
      return new byte[0];
    }

    @Override
    protected void engineReset() {}
  }

  @Test
  void algorithmsOfTheProgram_areSilent() throws Exception {
    Mac mac = Mac.getInstance("safe", new OwnProvider());
    mac.init(StateContentsTest.KEY);
    assertThat(races(() -> mac.doFinal(StateContentsTest.BYTES))).isEmpty();
    assertThat(races(() -> mac.init(StateContentsTest.KEY))).containsExactly("Mac contents");
  }

  /* ---- where the text of a formatter is ---- */

  @Test
  void formatters_withOneText_raceOnIt() {
    StringBuilder text = new StringBuilder();
    assertThat(races(() -> new Formatter(text).format("a")))
        .containsExactly("StringBuilder contents");
  }

  @Test
  void formatter_ofATextWithLocks_isSilent() {
    Formatter formatter = new Formatter(new StringBuffer());
    Formatter closed = new Formatter();
    assertThat(
            races(
                () -> {
                  formatter.format("a%d", 1);
                  closed.close();
                }))
        .isEmpty();
  }

  /* ---- other ways to make a call ---- */

  @Test
  void methodReference_isACall() throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    Function<byte[], byte[]> reference = digest::digest;
    assertThat(races(() -> reference.apply(StateContentsTest.BYTES)))
        .anyMatch(name -> name.endsWith(" contents"));
  }

  @Test
  void objectsOfAThread_areSilent() {
    ThreadLocal<MessageDigest> digests =
        ThreadLocal.withInitial(
            () -> StateContentsTest.made(() -> MessageDigest.getInstance("SHA-256")));
    assertThat(races(() -> digests.get().digest(StateContentsTest.BYTES))).isEmpty();
  }

  /** Of classes with locks inside, as the documentation of some says. */
  @Test
  void classesWithLocks_areSilent() throws Exception {
    Inflater inflater = new Inflater();
    Deflater deflater = new Deflater();
    Collator collator = java.text.Collator.getInstance(Locale.ROOT);
    SecureRandom random = new SecureRandom();
    assertThat(
            races(
                () -> {
                  deflater.setInput(new byte[4]);
                  deflater.deflate(new byte[4]);
                  inflater.getRemaining();
                  collator.compare("a", "b");
                  random.nextInt();
                }))
        .isEmpty();
  }

  /* ---- handed over ---- */

  @Test
  void object_handedOver_isSilent() throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    Recorded recorded =
        Recorded.run(
            getClass(),
            () -> {
              digest.update(StateContentsTest.BYTES);
              out.writeInt(1);
              Thread other =
                  new Thread(
                      () -> StateContentsTest.made(() -> digest.digest(StateContentsTest.BYTES)));
              other.start();
              other.join();
              digest.digest();
              CompletableFuture.runAsync(
                      () -> StateContentsTest.made(() -> digest.digest(StateContentsTest.BYTES)))
                  .join();
              digest.digest();
            });
    assertThat(recorded.races()).isEmpty();
    assertThat(
            recorded.shared().stream()
                .filter(name -> name.endsWith(" contents"))
                .collect(Collectors.toSet()))
        .hasSize(1);
  }
}
