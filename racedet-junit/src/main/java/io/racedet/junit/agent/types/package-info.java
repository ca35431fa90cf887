/** Classes and fields from class files, without loading a class. */
package io.racedet.junit.agent.types;
