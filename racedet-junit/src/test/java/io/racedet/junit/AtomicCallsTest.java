package io.racedet.junit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.function.Predicate;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Atomic operations publish data from one thread to another, or do not. */
@ResourceLock(Resources.GLOBAL)
class AtomicCallsTest {
  private static final VarHandle READY;
  private static final VarHandle STATIC_READY;
  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);
  private static final AtomicIntegerFieldUpdater<Box> STATE =
      AtomicIntegerFieldUpdater.newUpdater(Box.class, "state");
  private static final AtomicInteger BOXES = new AtomicInteger();
  private static int staticReady;

  static {
    try {
      READY = MethodHandles.lookup().findVarHandle(Box.class, "ready", int.class);
      STATIC_READY =
          MethodHandles.lookup()
              .findStaticVarHandle(AtomicCallsTest.class, "staticReady", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final class Box {
    private int data;
    private int ready;
    private volatile int state;
    private final int[] elements = new int[3];
    private final int number = BOXES.incrementAndGet();

    void await(BooleanSupplier published) {
      for (int i = 0; i < 1000; i++) {
        if (published.getAsBoolean()) {
          data++;
          return;
        }
        Thread.onSpinWait();
      }
    }

    void publish(Runnable how) {
      data = 1;
      how.run();
    }
  }

  /** One thread publishes, and another one uses what it has seen published. */
  private record Scenario(Consumer<Box> publish, Predicate<Box> isPublished) {}

  /** How often each scenario runs. */
  int repetitions() {
    return 10;
  }

  private void run(Scenario scenario) {
    RaceCheck.with()
        .repetitions(repetitions())
        .run(
            () -> {
              Box box = new Box();
              staticReady = 0;
              RaceCheck.inParallel(
                  () -> box.publish(() -> scenario.publish.accept(box)),
                  () -> box.await(() -> scenario.isPublished.test(box)));
            });
  }

  private void assertClean(Scenario scenario) {
    assertThatCode(() -> run(scenario)).doesNotThrowAnyException();
  }

  private void assertRace(String field, Scenario scenario) {
    assertThatThrownBy(() -> run(scenario))
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining(field);
  }

  @Test
  void release_andAcquire_publish() {
    assertClean(
        new Scenario(box -> READY.setRelease(box, 1), box -> (int) READY.getAcquire(box) == 1));
  }

  @Test
  void opaqueModes_doNotPublish_butDoNotRaceThemselves() {
    assertRace(
        "Box.data",
        new Scenario(box -> READY.setOpaque(box, 1), box -> (int) READY.getOpaque(box) == 1));
  }

  @Test
  void atomicWrite_andPlainRead_race() {
    assertRace("Box.ready", new Scenario(box -> READY.setVolatile(box, 1), box -> box.ready == 1));
  }

  @Test
  void compareAndSet_publishesWhenItSucceeds() {
    assertClean(
        new Scenario(box -> READY.compareAndSet(box, 0, 1), box -> READY.compareAndSet(box, 1, 2)));
  }

  @Test
  void compareAndSet_thatFails_doesNotPublish() {
    assertRace(
        "Box.data",
        new Scenario(
            box -> READY.compareAndSet(box, 7, 8), box -> (int) READY.getVolatile(box) == 0));
  }

  @Test
  void staticField_publishes() {
    assertClean(
        new Scenario(
            box -> STATIC_READY.setVolatile(1), box -> (int) STATIC_READY.getVolatile() == 1));
  }

  @Test
  void element_publishes() {
    assertClean(
        new Scenario(
            box -> {
              int before = (int) ELEMENT.getAndAdd(box.elements, 1, 5);
              if (before != 0) {
                throw new IllegalStateException("element was " + before);
              }
            },
            box -> (int) ELEMENT.getVolatile(box.elements, 1) == 5));
  }

  @Test
  void otherElement_doesNotPublish() {
    assertRace(
        "Box.data",
        new Scenario(
            box -> ELEMENT.setVolatile(box.elements, 0, 5),
            box -> (int) ELEMENT.getVolatile(box.elements, 1) == 0));
  }

  @Test
  void updater_publishesToInstructions() {
    assertClean(new Scenario(box -> STATE.compareAndSet(box, 0, 3), box -> box.state == 3));
  }

  @Test
  void updater_withCallback_publishes() {
    assertClean(
        new Scenario(
            box -> STATE.updateAndGet(box, state -> state + 3),
            box -> STATE.getAndUpdate(box, state -> state) == 3));
  }

  @Test
  void unsafe_publishesToUpdater() throws ReflectiveOperationException {
    ObjIntConsumer<Object> unsafe =
        unsafePut("OfField", "putOrderedInt", offsetOf(Box.class.getDeclaredField("state")));
    assertClean(new Scenario(box -> unsafe.accept(box, 1), box -> STATE.get(box) == 1));
  }

  @Test
  void unsafe_onAnElement_publishes() throws ReflectiveOperationException {
    ObjIntConsumer<Object> unsafe = unsafePut("OfElement", "putOrderedInt", offsetOfElement(1));
    assertClean(
        new Scenario(
            box -> unsafe.accept(box.elements, 1),
            box -> (int) ELEMENT.getAcquire(box.elements, 1) == 1));
  }

  @Test
  void unsafe_onAnotherElement_doesNotPublish() throws ReflectiveOperationException {
    ObjIntConsumer<Object> unsafe = unsafePut("OfAnother", "putIntVolatile", offsetOfElement(2));
    assertRace(
        "Box.data",
        new Scenario(
            box -> unsafe.accept(box.elements, 1),
            box -> (int) ELEMENT.getAcquire(box.elements, 1) == 0));
  }

  @Test
  void unsafe_offHeap_publishes() throws ReflectiveOperationException {
    assertClean(offHeap("OffHeap", "putOrderedInt"));
  }

  @Test
  void unsafe_offHeap_plainPut_doesNotPublish() throws ReflectiveOperationException {
    assertRace("Box.data", offHeap("OffHeapPlain", "putInt"));
  }

  /** Read by reflection, which orders nothing, and then a fence. */
  private static Scenario offHeap(String kind, String put) throws ReflectiveOperationException {
    Object unsafe = unsafe();
    Method get = unsafe.getClass().getMethod("getInt", long.class);
    long address =
        (long) unsafe.getClass().getMethod("allocateMemory", long.class).invoke(unsafe, 8L);
    ObjIntConsumer<Object> offHeap = unsafePut(kind, put, address);
    return new Scenario(
        box -> offHeap.accept(null, box.number),
        box -> {
          try {
            boolean isSet = (int) get.invoke(unsafe, address) == box.number;
            VarHandle.acquireFence();
            return isSet;
          } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
          }
        });
  }

  @Test
  void unsafe_plainPut_races() throws ReflectiveOperationException {
    ObjIntConsumer<Object> unsafe =
        unsafePut("Plain", "putInt", offsetOf(Box.class.getDeclaredField("ready")));
    assertRace("Box.ready", new Scenario(box -> unsafe.accept(box, 1), box -> box.ready == 1));
  }

  private static Object unsafe() throws ReflectiveOperationException {
    Field theUnsafe = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
    theUnsafe.setAccessible(true);
    return theUnsafe.get(null);
  }

  private static long offsetOf(Field field) throws ReflectiveOperationException {
    Object unsafe = unsafe();
    return (long)
        unsafe.getClass().getMethod("objectFieldOffset", Field.class).invoke(unsafe, field);
  }

  private static long offsetOfElement(int index) throws ReflectiveOperationException {
    Object unsafe = unsafe();
    Class<?> type = unsafe.getClass();
    int base = (int) type.getMethod("arrayBaseOffset", Class.class).invoke(unsafe, int[].class);
    return base + (long) Integer.BYTES * index;
  }

  /** Made here because javac warns of any use of Unsafe. */
  @SuppressWarnings("unchecked") // the class is the one generated below
  private static ObjIntConsumer<Object> unsafePut(String kind, String put, long offset)
      throws ReflectiveOperationException {
    String name = "io/racedet/junit/UnsafePut" + kind;
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    String[] interfaces = {"java/util/function/ObjIntConsumer"};
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", interfaces);
    writer.visitField(Opcodes.ACC_STATIC, "unsafe", "Lsun/misc/Unsafe;", null, null);
    writer.visitField(Opcodes.ACC_STATIC, "offset", "J", null, null);
    MethodVisitor init = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    init.visitCode();
    init.visitVarInsn(Opcodes.ALOAD, 0);
    init.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    init.visitInsn(Opcodes.RETURN);
    init.visitMaxs(0, 0);
    MethodVisitor accept =
        writer.visitMethod(Opcodes.ACC_PUBLIC, "accept", "(Ljava/lang/Object;I)V", null, null);
    accept.visitCode();
    accept.visitFieldInsn(Opcodes.GETSTATIC, name, "unsafe", "Lsun/misc/Unsafe;");
    accept.visitVarInsn(Opcodes.ALOAD, 1);
    accept.visitFieldInsn(Opcodes.GETSTATIC, name, "offset", "J");
    accept.visitVarInsn(Opcodes.ILOAD, 2);
    accept.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL, "sun/misc/Unsafe", put, "(Ljava/lang/Object;JI)V", false);
    accept.visitInsn(Opcodes.RETURN);
    accept.visitMaxs(0, 0);
    Class<?> type = MethodHandles.lookup().defineClass(writer.toByteArray());
    setStatic(type, "unsafe", unsafe());
    setStatic(type, "offset", offset);
    return (ObjIntConsumer<Object>) type.getDeclaredConstructor().newInstance();
  }

  private static void setStatic(Class<?> type, String name, Object value)
      throws ReflectiveOperationException {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    field.set(null, value);
  }
}
