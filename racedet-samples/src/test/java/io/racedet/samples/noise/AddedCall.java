package io.racedet.samples.noise;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** A call that all threads make beside their work, and that hands nothing over between them. */
public enum AddedCall {
  /** A line for a logger of the JDK. */
  LOGGER {
    @Override
    void add(MethodVisitor code) {
      code.visitLdcInsn(Instruments.LOGGER);
      invoke(code, "java/util/logging/Logger", "getLogger", "(Ljava/lang/String;)" + JDK_LOGGER);
      code.visitLdcInsn("an access");
      code.visitMethodInsn(
          Opcodes.INVOKEVIRTUAL,
          "java/util/logging/Logger",
          "info",
          "(Ljava/lang/String;)V",
          false);
    }
  },

  /** A line for Logback, through SLF4J. */
  LOGBACK {
    @Override
    void add(MethodVisitor code) {
      code.visitFieldInsn(Opcodes.GETSTATIC, INSTRUMENTS, "LOGBACK", "Lorg/slf4j/Logger;");
      code.visitLdcInsn("an access");
      code.visitMethodInsn(
          Opcodes.INVOKEINTERFACE, "org/slf4j/Logger", "info", "(Ljava/lang/String;)V", true);
    }
  },

  /** A line for the standard output. */
  LINE {
    @Override
    void add(MethodVisitor code) {
      code.visitFieldInsn(Opcodes.GETSTATIC, "java/lang/System", "out", "Ljava/io/PrintStream;");
      code.visitLdcInsn("an access");
      code.visitMethodInsn(
          Opcodes.INVOKEVIRTUAL, "java/io/PrintStream", "println", "(Ljava/lang/String;)V", false);
    }
  },

  /** A random number from the generator that all threads share. */
  RANDOM {
    @Override
    void add(MethodVisitor code) {
      invoke(code, "java/lang/Math", "random", "()D");
      code.visitInsn(Opcodes.POP2);
    }
  },

  /** A look at the clock. */
  INSTANT {
    @Override
    void add(MethodVisitor code) {
      invoke(code, "java/time/Instant", "now", "()Ljava/time/Instant;");
      code.visitInsn(Opcodes.POP);
    }
  },

  /** An increment of a counter of Micrometer. */
  COUNTER {
    @Override
    void add(MethodVisitor code) {
      code.visitFieldInsn(Opcodes.GETSTATIC, INSTRUMENTS, "METERS", 'L' + METERS + ';');
      code.visitLdcInsn("accesses");
      code.visitInsn(Opcodes.ICONST_0);
      code.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/String");
      code.visitMethodInsn(
          Opcodes.INVOKEVIRTUAL,
          METERS,
          "counter",
          "(Ljava/lang/String;[Ljava/lang/String;)L" + COUNTER_TYPE + ';',
          false);
      code.visitMethodInsn(Opcodes.INVOKEINTERFACE, COUNTER_TYPE, "increment", "()V", true);
    }
  };

  private static final String JDK_LOGGER = "Ljava/util/logging/Logger;";
  private static final String METERS = "io/micrometer/core/instrument/MeterRegistry";
  private static final String COUNTER_TYPE = "io/micrometer/core/instrument/Counter";
  private static final String INSTRUMENTS = Instruments.class.getName().replace('.', '/');

  /** The most words that a call needs on the operand stack. */
  static final int STACK = 3;

  /** Appends the call, which leaves the operand stack as it is. */
  abstract void add(MethodVisitor code);

  private static void invoke(MethodVisitor code, String owner, String name, String descriptor) {
    code.visitMethodInsn(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
  }
}
