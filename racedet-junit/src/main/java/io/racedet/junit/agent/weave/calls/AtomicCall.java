package io.racedet.junit.agent.weave.calls;

import io.racedet.runtime.AtomicCalls;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.jar.asm.Type;

/**
 * A call of a VarHandle, a field updater or Unsafe that accesses a variable.
 *
 * @param mode what it does, as a mode of {@link AtomicCalls}
 * @param ofUnsafe whether the variable is given by its offset
 * @param indexed whether it is an element of an array
 * @param expected the argument that an exchange which succeeds returns, or {@link #NONE}
 */
public record AtomicCall(int mode, boolean ofUnsafe, boolean indexed, int expected) {
  private static final int NONE = -1;

  private static final String VAR_HANDLE = "java/lang/invoke/VarHandle";
  private static final String UPDATER = "java/util/concurrent/atomic/Atomic";
  private static final String UNSAFE = "sun/misc/Unsafe";

  private static final int READ = AtomicCalls.READ;
  private static final int WRITE = AtomicCalls.WRITE;
  private static final int UPDATE = READ | WRITE;
  private static final int ATTEMPT = UPDATE | AtomicCalls.CONDITIONAL;
  private static final int ACQUIRE = AtomicCalls.ACQUIRE;
  private static final int RELEASE = AtomicCalls.RELEASE;
  private static final int BOTH = ACQUIRE | RELEASE;
  private static final int CALLBACK = UPDATE | BOTH | AtomicCalls.CALLBACK;

  private static final Set<String> PLAIN_TYPES =
      Set.of("Boolean", "Byte", "Char", "Short", "Int", "Long", "Float", "Double", "Object");

  private static final Map<String, Integer> VAR_HANDLE_READS_AND_WRITES =
      Map.of(
          "get", READ | AtomicCalls.PLAIN,
          "getOpaque", READ,
          "getAcquire", READ | ACQUIRE,
          "getVolatile", READ | ACQUIRE,
          "set", WRITE | AtomicCalls.PLAIN,
          "setOpaque", WRITE,
          "setRelease", WRITE | RELEASE,
          "setVolatile", WRITE | RELEASE);

  private static final Map<String, Integer> UPDATERS =
      Map.ofEntries(
          Map.entry("get", READ | ACQUIRE),
          Map.entry("set", WRITE | RELEASE),
          Map.entry("lazySet", WRITE | RELEASE),
          Map.entry("compareAndSet", ATTEMPT | BOTH),
          Map.entry("weakCompareAndSet", ATTEMPT | BOTH),
          Map.entry("getAndSet", UPDATE | BOTH),
          Map.entry("getAndAdd", UPDATE | BOTH),
          Map.entry("getAndIncrement", UPDATE | BOTH),
          Map.entry("getAndDecrement", UPDATE | BOTH),
          Map.entry("addAndGet", UPDATE | BOTH),
          Map.entry("incrementAndGet", UPDATE | BOTH),
          Map.entry("decrementAndGet", UPDATE | BOTH),
          Map.entry("getAndUpdate", CALLBACK),
          Map.entry("updateAndGet", CALLBACK),
          Map.entry("getAndAccumulate", CALLBACK),
          Map.entry("accumulateAndGet", CALLBACK));

  /** Recognises a call; null when it is another one. */
  public static AtomicCall of(String owner, String name, String descriptor) {
    if (owner.equals(VAR_HANDLE)) {
      return ofVarHandle(name, descriptor);
    }
    if (owner.startsWith(UPDATER) && owner.endsWith("FieldUpdater")) {
      Integer mode = UPDATERS.get(name);
      return mode == null ? null : new AtomicCall(mode, false, false, NONE);
    }
    if (owner.equals(UNSAFE) && descriptor.startsWith("(Ljava/lang/Object;J")) {
      int mode = modeOfUnsafe(name);
      return mode == 0 ? null : new AtomicCall(mode, true, false, NONE);
    }
    return null;
  }

  public boolean isConditional() {
    return (mode & AtomicCalls.CONDITIONAL) != 0;
  }

  /** Whether it is a plain data access. */
  public boolean isPlain() {
    return (mode & AtomicCalls.PLAIN) != 0;
  }

  public boolean isStatic() {
    return (mode & AtomicCalls.STATIC) != 0;
  }

  private static AtomicCall ofVarHandle(String name, String descriptor) {
    int mode = modeOfVarHandle(name);
    if (mode == 0) {
      return null;
    }
    int values = isAttempt(name) ? 2 : (mode & WRITE) != 0 ? 1 : 0;
    Type[] arguments = Type.getArgumentTypes(descriptor);
    int coordinates = arguments.length - values;
    int expected = name.startsWith("compareAndExchange") ? coordinates : NONE;
    boolean owned = coordinates > 0 && isReference(arguments[0]);
    boolean indexed = owned && coordinates == 2 && isIndex(arguments[1]);
    if (indexed || owned && coordinates == 1) {
      return new AtomicCall(mode, false, indexed, expected);
    }
    return new AtomicCall(mode | AtomicCalls.STATIC, false, false, expected);
  }

  private static boolean isIndex(Type type) {
    return type.getSort() >= Type.CHAR && type.getSort() <= Type.INT;
  }

  private static boolean isReference(Type type) {
    return type.getSort() == Type.OBJECT || type.getSort() == Type.ARRAY;
  }

  private static boolean isAttempt(String name) {
    return name.startsWith("compareAnd") || name.startsWith("weakCompareAnd");
  }

  private static int modeOfVarHandle(String name) {
    Integer simple = VAR_HANDLE_READS_AND_WRITES.get(name);
    if (simple != null) {
      return simple;
    }
    int order = orderOf(name);
    if (isAttempt(name)) {
      return ATTEMPT | order;
    }
    return name.startsWith("getAnd") ? UPDATE | order : 0;
  }

  private static int orderOf(String name) {
    if (name.endsWith("Plain")) {
      return 0;
    }
    return name.endsWith("Acquire") ? ACQUIRE : name.endsWith("Release") ? RELEASE : BOTH;
  }

  private static int modeOfUnsafe(String name) {
    if (name.startsWith("compareAndSwap")) {
      return ATTEMPT | BOTH;
    }
    if (name.startsWith("getAnd")) {
      return UPDATE | BOTH;
    }
    if (name.startsWith("putOrdered") || name.startsWith("put") && name.endsWith("Volatile")) {
      return WRITE | RELEASE;
    }
    if (name.startsWith("get") && name.endsWith("Volatile")) {
      return READ | ACQUIRE;
    }
    boolean plain = name.length() > 3 && PLAIN_TYPES.contains(name.substring(3));
    return !plain ? 0 : (name.startsWith("get") ? READ : WRITE) | AtomicCalls.PLAIN;
  }
}
