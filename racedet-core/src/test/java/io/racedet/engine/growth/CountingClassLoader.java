package io.racedet.engine.growth;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Loads the classes of racedet and of fastutil once more, such that they count the methods that
 * they enter and the rounds of their loops. So the count is a bound of the time within a constant
 * factor, and the same on every machine.
 */
final class CountingClassLoader extends ClassLoader {
  private static final String STEPS = Type.getInternalName(Operations.class);
  private static final String CALLS = Type.getInternalName(CountedCalls.class);
  private static final Set<String> COUNTED_CALLS =
      Stream.of(CountedCalls.class.getDeclaredMethods())
          .map(method -> method.getName() + Type.getMethodDescriptor(method))
          .collect(Collectors.toSet());
  private static final Set<String> LINEAR = Set.of("arraycopy", "fill", "sort");

  /** What this loader and the test share. */
  private static final Set<String> SHARED =
      Stream.of(Operations.class, CountedCalls.class, GrowthRun.class, Sample.class)
          .map(Class::getName)
          .collect(Collectors.toSet());

  CountingClassLoader() {
    super(CountingClassLoader.class.getClassLoader());
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    boolean isCounted =
        (name.startsWith("io.racedet.") || name.startsWith("it.unimi.dsi.fastutil."))
            && !SHARED.contains(name);
    if (!isCounted) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      ClassReader reader = new ClassReader(in.readAllBytes());
      ClassWriter writer = new ClassWriter(reader, 0);
      reader.accept(new CountingClass(writer), 0);
      byte[] counted = writer.toByteArray();
      return defineClass(name, counted, 0, counted.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private static final class CountingClass extends ClassVisitor {
    CountingClass(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      return new CountingMethod(next);
    }
  }

  private static final class CountingMethod extends MethodVisitor {
    private final Set<Label> passed = new HashSet<>();

    CountingMethod(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      step();
    }

    @Override
    public void visitLabel(Label label) {
      passed.add(label);
      super.visitLabel(label);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
      if (passed.contains(label)) {
        step(); // nothing is pushed, so that it fits before any jump
      }
      super.visitJumpInsn(opcode, label);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      boolean isLinear =
          LINEAR.contains(name)
              && (owner.equals("java/util/Arrays") || owner.equals("java/lang/System"));
      boolean isCounted = isLinear && COUNTED_CALLS.contains(name + descriptor);
      if (isLinear && !isCounted) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, CALLS, "uncounted", "()V", false);
      }
      super.visitMethodInsn(opcode, isCounted ? CALLS : owner, name, descriptor, isInterface);
    }

    private void step() {
      super.visitMethodInsn(Opcodes.INVOKESTATIC, STEPS, "step", "()V", false);
    }
  }
}
