package io.racedet.junit.agent.starts;

import io.racedet.junit.agent.scope.WeavingPlan;
import io.racedet.junit.agent.types.Neighbours;
import io.racedet.junit.agent.types.TypeCatalog;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import net.bytebuddy.jar.asm.ClassReader;

/**
 * Guesses from class files, without loading a class, whether a test may start a thread: whether a
 * class in scope that it refers to, by way of others or not, calls what starts threads. What is
 * started otherwise, by reflection or by a library, is noticed when it happens. Not thread-safe.
 */
public final class StartingClasses {
  private static final String THREAD = "java/lang/Thread";
  private static final Set<String> OF_THREAD =
      Set.of("<init>", "start", "startVirtualThread", "ofVirtual", "ofPlatform");

  /** What the names of classes begin with whose methods may start threads. */
  private static final List<String> STARTING =
      List.of(
          "java/util/concurrent/Executor",
          "java/util/concurrent/ScheduledExecutor",
          "java/util/concurrent/ThreadPoolExecutor",
          "java/util/concurrent/ScheduledThreadPoolExecutor",
          "java/util/concurrent/ForkJoin",
          "java/util/concurrent/Recursive",
          "java/util/concurrent/CountedCompleter",
          "java/util/concurrent/Completable",
          "java/util/concurrent/CompletionS",
          "java/util/concurrent/SubmissionPublisher",
          "java/util/concurrent/StructuredTaskScope",
          "java/util/Timer",
          "java/lang/ProcessBuilder",
          "java/net/http/",
          "java/nio/channels/Asynchronous",
          "com/sun/net/httpserver/",
          "javax/swing/",
          "java/awt/",
          "kotlin/concurrent/",
          "kotlinx/coroutines/",
          "org/awaitility/",
          "io/racedet/junit/RaceCheck");

  private static final int FEW_TESTS = 5;

  private static final int MORE = 4;

  private static final Set<String> STARTING_METHODS =
      Set.of("assertTimeoutPreemptively", "parallelStream", "parallel");

  private final WeavingPlan plan;
  private final TypeCatalog types;
  private final Map<ClassLoader, Map<String, Constants>> read = new WeakHashMap<>();
  private final Map<Class<?>, Boolean> decided = new WeakHashMap<>();

  /** After how many calm tests these classes are expected to start no thread again. */
  private final Map<Class<?>, Integer> surprising = new WeakHashMap<>();

  public StartingClasses(WeavingPlan plan, TypeCatalog types) {
    this.plan = plan;
    this.types = types;
  }

  /**
   * What the constants of a class file tell.
   *
   * @param classes the classes that it refers to, but for those of the JDK
   */
  private record Constants(boolean start, Set<String> classes) {
    static final Constants NONE = new Constants(false, Set.of());
  }

  /**
   * Whether the next test of a class may; the scopes of the plan at the first call for it count.
   *
   * @param calmTests how many tests have started no thread, since one has
   */
  public boolean mayStart(Class<?> testClass, int calmTests) {
    return decided.computeIfAbsent(testClass, this::reachesStart)
        || calmTests <= surprising.getOrDefault(testClass, 0);
  }

  /**
   * A test of a class that was not expected to has started a thread: its next ones may do so, too,
   * until some have not.
   */
  public void surprised(Class<?> testClass) {
    surprising.merge(testClass, FEW_TESTS, (before, few) -> MORE * before);
  }

  private boolean reachesStart(Class<?> testClass) {
    ClassLoader loader = testClass.getClassLoader();
    if (loader == null) {
      return true;
    }
    Neighbours neighbours = new Neighbours(plan, loader, types.typesOf(loader));
    Map<String, Constants> known = read.computeIfAbsent(loader, absent -> new HashMap<>());
    String first = testClass.getName().replace('.', '/');
    Set<String> reached = new HashSet<>(Set.of(first));
    Deque<String> next = new ArrayDeque<>(reached);
    while (!next.isEmpty()) {
      String name = next.remove();
      Constants constants = known.computeIfAbsent(name, absent -> constants(loader, absent));
      if (constants.start) {
        return true;
      }
      for (String other : constants.classes) {
        if (reached.add(other) && !neighbours.isOutOfScope(first, other)) {
          next.add(other);
        }
      }
    }
    return false;
  }

  private static Constants constants(ClassLoader loader, String name) {
    try (InputStream in = loader.getResourceAsStream(name + ".class")) {
      return in == null ? Constants.NONE : constants(new ClassReader(in));
    } catch (IOException unreadable) {
      return new Constants(true, Set.of()); // unknown
    }
  }

  private static Constants constants(ClassReader reader) {
    char[] buffer = new char[reader.getMaxStringLength()];
    Set<String> classes = new HashSet<>();
    for (int i = 1; i < reader.getItemCount(); i++) {
      int item = reader.getItem(i);
      if (item == 0) {
        continue; // the second half of a long constant
      }
      switch (reader.readByte(item - 1)) {
        case ConstantTags.CLASS -> {
          String name = reader.readUTF8(item, buffer);
          if (!name.startsWith("[") && !name.startsWith("java/")) {
            classes.add(name);
          }
        }
        case ConstantTags.METHOD, ConstantTags.INTERFACE_METHOD -> {
          String owner = reader.readClass(item, buffer);
          int nameAndType = reader.getItem(reader.readUnsignedShort(item + 2));
          if (starts(owner, reader.readUTF8(nameAndType, buffer))) {
            return new Constants(true, Set.of());
          }
        }
        default -> {
          /* neither a class nor a method */
        }
      }
    }
    return new Constants(false, classes);
  }

  private static boolean starts(String owner, String method) {
    return owner.equals(THREAD)
        ? OF_THREAD.contains(method)
        : STARTING_METHODS.contains(method) || STARTING.stream().anyMatch(owner::startsWith);
  }

  /** Tags of constants (JVMS 4.4). */
  private static final class ConstantTags {
    static final int CLASS = 7;
    static final int METHOD = 10;
    static final int INTERFACE_METHOD = 11;
  }
}
