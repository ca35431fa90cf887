/** Names of objects in reports as the source has them: by the field or variable that holds them. */
package io.racedet.junit.naming;
