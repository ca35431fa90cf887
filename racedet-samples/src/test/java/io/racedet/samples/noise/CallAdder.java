package io.racedet.samples.noise;

import io.racedet.samples.real.Library;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.instrument.ClassFileTransformer;
import java.net.URLClassLoader;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.stream.Stream;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodTooLargeException;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Adds a call before and after each access to a field or an array of the samples and of the
 * libraries with real races, while these are loaded. What racedet weaves are the classes with the
 * calls.
 */
public final class CallAdder implements ClassFileTransformer {
  private static final String SAMPLES = "io/racedet/samples/";
  private static final List<String> OWN = List.of(SAMPLES + "racy/", SAMPLES + "clean/");
  private static final List<String> LIBRARIES =
      Stream.concat(Stream.of(SAMPLES + "drivers"), Library.ALL.stream().map(Library::classes))
          .map(name -> name.replace('.', '/') + '/')
          .toList();

  private final AddedCall call;

  private CallAdder(AddedCall call) {
    this.call = call;
  }

  /**
   * Adds a call to all classes that are loaded from now on. The standard output becomes silent.
   *
   * @param call the call
   */
  public static void install(AddedCall call) {
    Instruments.open();
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), true));
    ByteBuddyAgent.install().addTransformer(new CallAdder(call));
  }

  @Override
  public byte[] transform(
      ClassLoader loader,
      String name,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] classFile) {
    if (redefined != null || !isMeant(loader, name)) {
      return null;
    }
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(new Adder(writer), 0);
    try {
      return writer.toByteArray();
    } catch (MethodTooLargeException e) {
      return null; // a generated parser: its class remains as it is
    }
  }

  private boolean isMeant(ClassLoader loader, String name) {
    List<String> classes = loader instanceof URLClassLoader ? LIBRARIES : OWN;
    return classes.stream().anyMatch(name::startsWith);
  }

  private final class Adder extends ClassVisitor {
    Adder(ClassWriter writer) {
      super(Opcodes.ASM9, writer);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor out = super.visitMethod(access, name, descriptor, signature, exceptions);
      return new MethodVisitor(Opcodes.ASM9, out) {
        @Override
        public void visitFieldInsn(int opcode, String owner, String field, String type) {
          call.add(mv);
          super.visitFieldInsn(opcode, owner, field, type);
          call.add(mv);
        }

        @Override
        public void visitInsn(int opcode) {
          boolean accesses =
              opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD
                  || opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
          if (accesses) {
            call.add(mv);
          }
          super.visitInsn(opcode);
          if (accesses) {
            call.add(mv);
          }
        }

        @Override
        public void visitMaxs(int stack, int locals) {
          super.visitMaxs(stack + AddedCall.STACK, locals);
        }
      };
    }
  }
}
