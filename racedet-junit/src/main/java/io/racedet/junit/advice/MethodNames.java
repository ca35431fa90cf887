package io.racedet.junit.advice;

import java.util.HashSet;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** Reads which methods a class declares. */
public final class MethodNames {
  private MethodNames() {}

  /** Returns the names, with those of constructors. */
  public static Set<String> of(byte[] classFile) {
    Set<String> names = new HashSet<>();
    new ClassReader(classFile)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access,
                  String name,
                  String descriptor,
                  String signature,
                  String[] exceptions) {
                names.add(name);
                return null;
              }
            },
            ClassReader.SKIP_CODE);
    return names;
  }
}
