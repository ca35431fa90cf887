package io.racedet.junit.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.race.Grade;
import io.racedet.race.RaceKind;
import io.racedet.report.Conflict;
import io.racedet.report.Evidence;
import io.racedet.report.Frame;
import io.racedet.report.HeldLock;
import io.racedet.report.History;
import io.racedet.report.Instruction;
import io.racedet.report.Position;
import io.racedet.report.ReportedAccess;
import io.racedet.report.ReportedRace;
import io.racedet.report.ReportedVariable;
import io.racedet.report.Timeline;
import io.racedet.report.WitnessOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is advised, for code of each kind. */
@SuppressWarnings("unused")
class RaceAdviceTest {
  private static final ClassFiles FILES = ClassFiles.of(RaceAdviceTest.class.getClassLoader());

  record Pair(int one, String other) {}

  static class Code {
    private static Object instance;
    private int count;
    private long total;
    private double mean;
    private boolean open;
    private String name;
    private int hash;
    private Pair pair;
    private List<String> list;
    private int[] cells;
    private long stamp;
    private int set;
    int inherited;

    Code(int first) {
      set = first;
    }

    void count() {
      count++;
    }

    void total(long amount) {
      total += amount;
    }

    void mean(double next) {
      mean = (mean + next) / 2;
    }

    void name(String suffix) {
      name = name + suffix;
    }

    Runnable countLater() {
      return () -> count++;
    }

    Runnable resetLater() {
      return () -> count = 0;
    }

    void rename(String next) {
      name = next;
    }

    void open() {
      open = true;
    }

    boolean isOpen() {
      return open;
    }

    int hash() {
      int h = hash;
      if (h == 0) {
        h = name.length() + 1;
        hash = h;
      }
      return h;
    }

    int hashReadTwice() {
      if (hash == 0) {
        hash = name.length() + 1;
      }
      return hash;
    }

    Pair pair() {
      Pair known = pair;
      if (known == null) {
        known = new Pair(1, "");
        pair = known;
      }
      return known;
    }

    List<String> list() {
      List<String> known = list;
      if (known == null) {
        known = new ArrayList<>();
        list = known;
      }
      return known;
    }

    int[] cells() {
      int[] known = cells;
      if (known == null) {
        known = new int[2];
        cells = known;
      }
      return known;
    }

    long stamp() {
      long known = stamp;
      if (known == 0) {
        known = 7;
        stamp = known;
      }
      return known;
    }

    static Object instance() {
      if (instance == null) {
        instance = new Object();
      }
      return instance;
    }

    int set() {
      return set;
    }
  }

  static class Sub extends Code {
    Sub() {
      super(0);
    }

    void more() {
      inherited++;
    }
  }

  static class Hiding extends Code {
    private int inherited;

    Hiding() {
      super(0);
    }

    void more() {
      inherited++;
    }
  }

  private static String descriptor(String method) {
    return method.equals("<init>")
        ? "(I)V"
        : Arrays.stream(Code.class.getDeclaredMethods())
            .filter(each -> each.getName().equals(method))
            .map(
                each ->
                    java.lang.invoke.MethodType.methodType(
                            each.getReturnType(), each.getParameterTypes())
                        .toMethodDescriptorString())
            .findFirst()
            .orElseThrow();
  }

  private static final Frame LOCKED = new Frame(Code.class.getName(), "run", "Code.java", 5);

  private static ReportedAccess access(String method, int line, boolean write, String... locks) {
    return access(Code.class, method, descriptor(method), line, write, locks);
  }

  private static ReportedAccess access(
      Class<?> code, String method, String type, int line, boolean write, String... locks) {
    Instruction site = new Instruction(code.getName(), method, type, 0, "Code.java", line);
    return new ReportedAccess(
        Position.of(1, "T", site),
        write,
        false,
        Arrays.stream(locks).map(lock -> new HeldLock(lock, false, LOCKED)).toList(),
        Optional.empty());
  }

  private static ReportedRace race(String variable, ReportedAccess first, ReportedAccess second) {
    return new ReportedRace(
        new Conflict(
            new ReportedVariable(variable, variable, Code.class.getName()),
            RaceKind.WRITE_WRITE,
            first,
            second),
        "fasttrack",
        1,
        "",
        Timeline.NONE,
        new Evidence(Grade.OBSERVED, "", "", "", WitnessOrder.NONE),
        History.NONE);
  }

  private static String advice(ReportedRace race) {
    return new RaceAdvice(FILES, List.of(race)).of(race);
  }

  private static String onField(String field, String one, String other) {
    return advice(
        race(Code.class.getName() + '.' + field, access(one, 10, true), access(other, 20, false)));
  }

  @ParameterizedTest
  @CsvSource({
    "count, AtomicInteger",
    "total, AtomicLong",
    "name, AtomicReference",
  })
  void update_needsMoreThanVolatile(String field, String atomic) {
    assertThat(onField(field, field, field))
        .startsWith("use " + atomic)
        .contains("or one lock around read and write")
        .endsWith("with volatile alone updates are lost");
  }

  /** No class of the JDK computes a mean at once, and an adder only sums. */
  @Test
  void updateOfAFloatingPointNumber_needsALock() {
    assertThat(onField("mean", "mean", "mean"))
        .isEqualTo("use one lock around read and write; with volatile alone updates are lost");
  }

  /** Reports number the lambdas of each method from 0 on, class files those of the class. */
  @ParameterizedTest
  @CsvSource({"lambda$countLater$0, use AtomicInteger", "lambda$resetLater$0, make count volatile"})
  void lambda_isFoundByTheNameInReports(String lambda, String advice) {
    ReportedAccess access = access(Code.class, lambda, "()V", 10, true);
    assertThat(advice(race(Code.class.getName() + ".count", access, access))).startsWith(advice);
  }

  /** The instructions of a subclass name the subclass. */
  @Test
  void updateInASubclass_isSeen() {
    assertThat(
            advice(
                race(
                    Code.class.getName() + ".inherited",
                    access(Sub.class, "more", "()V", 10, true),
                    access(Sub.class, "more", "()V", 10, true))))
        .startsWith("use AtomicInteger");
  }

  /** A field of the subclass with the same name is another one. */
  @Test
  void updateOfAFieldThatHides_saysNothingOfTheHidden() {
    assertThat(
            advice(
                race(
                    Code.class.getName() + ".inherited",
                    access(Hiding.class, "more", "()V", 10, true),
                    access(Hiding.class, "more", "()V", 10, true))))
        .isEmpty();
  }

  @Test
  void referenceThatIsReplaced_isNotCalledAFlag() {
    assertThat(onField("name", "rename", "rename"))
        .isEqualTo(
            "make name volatile if each access stands by itself, as of a reference to what is not"
                + " changed any more; else one lock around what belongs together");
  }

  @Test
  void flag_isMadeVolatile() {
    assertThat(onField("open", "open", "isOpen")).startsWith("make open volatile").contains("flag");
  }

  /** Each thread computes an equal value of a type of which a copy does no harm. */
  @ParameterizedTest
  @CsvSource({"hash, hash", "pair, pair"})
  void singleCheckCacheOfAValue_maybeAccepted(String field, String method) {
    assertThat(onField(field, method, method))
        .startsWith("make " + field + " volatile")
        .contains("@RacyByDesign");
  }

  /** What it refers to is changed later, is in two halves, or may be read as the default. */
  @ParameterizedTest
  @CsvSource({"list, list", "cells, cells", "stamp, stamp", "hash, hashReadTwice"})
  void lazyValueOfAnotherType_isNotACache(String field, String method) {
    assertThat(onField(field, method, method))
        .contains("under one lock", "with volatile alone two threads may write it")
        .doesNotContain("@RacyByDesign");
  }

  @Test
  void lazyStatic_hasTheHolderIdiom() {
    assertThat(onField("instance", "instance", "instance")).contains("holder idiom");
  }

  @Test
  void writeInAConstructor_isPublication() {
    assertThat(onField("set", "<init>", "set")).startsWith("make set final, or hand the object");
  }

  @ParameterizedTest
  @CsvSource({
    "HashMap, ConcurrentHashMap",
    "ArrayList, CopyOnWriteArrayList",
    "ArrayDeque, ConcurrentLinkedDeque"
  })
  void collection_isReplacedOrGuarded(String type, String safe) {
    ReportedAccess put = access("list", 3, true);
    assertThat(advice(race(type + " contents", put, put)))
        .startsWith("use " + safe)
        .contains("one lock around all calls on the " + type)
        .endsWith("volatile does not help");
  }

  @ParameterizedTest
  @CsvSource({
    "HeapByteBuffer, use a duplicate() for each thread, ByteBuffer",
    "DirectIntBufferU, use a duplicate() for each thread, IntBuffer",
    "ByteBufferAsCharBufferL, use a duplicate() for each thread, CharBuffer",
    "MessageDigest.Delegate.CloneableDelegate, use a MessageDigest for each thread, MessageDigest",
    "Signature.Delegate, use a Signature for each thread, Signature",
    "UTF_8.Encoder, use a CharsetEncoder for each thread, CharsetEncoder",
    "RuleBasedBreakIterator, use a BreakIterator for each thread, BreakIterator",
    "DocumentBuilderImpl, use a DocumentBuilder for each thread, DocumentBuilder",
    "Mac, use a Mac for each thread, Mac",
    "XMLStreamReaderImpl, one lock, XMLStreamReader",
    "Scanner, one lock, Scanner"
  })
  void objectOfTheJdk_isOneForEachThreadOrGuarded(String type, String start, String name) {
    ReportedAccess use = access("list", 3, true);
    assertThat(advice(race(type + " contents", use, use)))
        .startsWith(start)
        .contains("one lock around all calls on the " + name + " that belong together")
        .endsWith("volatile does not help");
  }

  @ParameterizedTest
  @ValueSource(strings = {"java.nio.Buffer.limit", "java.nio.ByteBuffer.bigEndian"})
  void fieldOfABuffer_isNoFieldOfTheProgram(String field) {
    ReportedAccess use = access("list", 3, true);
    assertThat(advice(race(field, use, use)))
        .isEqualTo(
            "use a duplicate() for each thread, or one lock around all calls on the buffer that"
                + " belong together; volatile does not help");
  }

  @Test
  void elementOfABuffer_isInNoArray() {
    ReportedAccess put = access("cells", 3, true);
    assertThat(advice(race("DirectByteBuffer[]", put, put)))
        .contains("one lock around the accesses, or a slice() for each thread");
  }

  @ParameterizedTest
  @CsvSource({"int, AtomicIntegerArray", "long, AtomicLongArray", "String, AtomicReferenceArray"})
  void element_isNotMendedByVolatile(String component, String atomic) {
    ReportedAccess put = access("cells", 3, true);
    assertThat(advice(race("array " + component + "[]", put, put)))
        .contains("one lock around the accesses", atomic, "volatile does not help");
  }

  @Test
  void lockOfTheOther_isNamed_withWhereItIsMissing() {
    String field = Code.class.getName() + ".count";
    ReportedAccess guarded = access("count", 10, true, "Code.lock");
    ReportedAccess bare = access("count", 20, false);
    assertThat(advice(race(field, guarded, bare)))
        .isEqualTo("hold Code.lock at Code.java:20, too, as the write at Code.java:10 does");
  }

  /** Of two locks, the one that more accesses of the variable hold. */
  @Test
  void lockOfMostAccesses_isNamed() {
    String field = Code.class.getName() + ".count";
    ReportedRace one =
        race(field, access("count", 10, true, "seldom"), access("count", 20, true, "often"));
    ReportedRace other =
        race(field, access("count", 10, true, "seldom"), access("count", 30, true, "often"));
    assertThat(new RaceAdvice(FILES, List.of(one, other)).of(one))
        .isEqualTo("hold often at Code.java:10, too, as the write at Code.java:20 does");
  }

  @Test
  void readLock_guardsNoWrite() {
    ReportedAccess shared =
        new ReportedAccess(
            access("count", 10, true).position(),
            true,
            false,
            List.of(new HeldLock("Code.lock", true, LOCKED)),
            Optional.empty());
    String text = advice(race(Code.class.getName() + ".count", shared, access("count", 20, true)));
    assertThat(text).startsWith("use AtomicInteger");
  }

  /** As of a server, each thread of which holds the lock of its connection. */
  @Test
  void lockFromBeforeTheRecording_isNoneOfTheProgram() {
    ReportedAccess serving =
        new ReportedAccess(
            access("count", 10, true).position(),
            true,
            false,
            List.of(new HeldLock("ReentrantLock@1", false, Frame.UNKNOWN)),
            Optional.empty());
    String text = advice(race(Code.class.getName() + ".count", serving, access("count", 20, true)));
    assertThat(text).startsWith("use AtomicInteger");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gone", "count"})
  void codeThatIsNotFound_hasNoAdvice(String field) {
    ReportedAccess access = access("count", 10, true);
    ReportedRace race = race("com.acme.Unknown." + field, access, access);
    assertThat(new RaceAdvice(ClassFiles.NONE, List.of(race)).of(race)).isEmpty();
  }
}
